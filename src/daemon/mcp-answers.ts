/** `/mcp` of a daemon, open or locked: the tools ask it over its own socket, as whoever called, an app as that app. */
import type { ApiDependencies } from '../http/api.ts';
import { connectToDaemon } from '../http/client.ts';
import type { HomePaths } from '../platform/paths.ts';

export function mcpAnswers(paths: HomePaths): ApiDependencies['mcp'] {
  return async (call) => {
    // Loaded when it is asked for: most daemons never are, and it costs 13 MB.
    const { answerMcp } = await import('../mcp/answer-http.ts');
    return answerMcp(call, connectToDaemon({ paths, as: call.app === undefined ? undefined : { app: call.app } }));
  };
}
