import { describe, expect, it } from 'vitest';
import { childCommand, promptIn } from './child-command.ts';

const STREAM = ['--output-format', 'stream-json', '--verbose'];

describe("the child's command line", () => {
  it('gives claude -p the system prompt and what makes it tell what it does (C-043)', () => {
    expect(childCommand(['/bin/claude', '-p', 'go'], 'memory')).toEqual({
      file: '/bin/claude',
      args: ['-p', 'go', '--append-system-prompt', 'memory', ...STREAM],
      isRead: true,
    });
  });

  it.each([[['--append-system-prompt', 'mine']], [['--append-system-prompt=mine']]])(
    'joins what the person appends with what we append: %j',
    (own) => {
      expect(childCommand(['agent', ...own, 'go'], 'memory').args).toEqual([
        'go',
        '--append-system-prompt',
        'mine\n\nmemory',
      ]);
    },
  );

  it('adds nothing to a command without memory, and options before the words behind --', () => {
    expect(childCommand(['agent', 'go'], '').args).toEqual(['go']);
    expect(childCommand(['claude', '-p', '--', 'go'], 'memory').args).toEqual([
      '-p',
      '--append-system-prompt',
      'memory',
      ...STREAM,
      '--',
      'go',
    ]);
  });

  it('leaves another form of output alone, and does not read it', () => {
    const { args, isRead } = childCommand(['claude', '-p', 'go', '--output-format', 'json'], 'memory');
    expect(args).toEqual(['-p', 'go', '--output-format', 'json', '--append-system-prompt', 'memory']);
    expect(isRead).toBe(false);
    expect(childCommand(['claude', '-p', 'go', '--output-format=stream-json'], '').isRead).toBe(true);
  });

  it.each([
    [['claude', '-p', 'go'], 'go'],
    [['claude', '-p', '--model', 'haiku', '--verbose', 'go'], undefined],
    [['claude', 'go', '-p'], 'go'],
    [['claude', '-p', '--model', 'haiku', 'go'], 'go'],
    [['claude', '--print', '--', 'go'], 'go'],
    [['claude', '-p', '--model', 'haiku'], undefined],
    [['agent', 'go'], undefined],
  ])('knows what the agent is asked: %j', (command, prompt) => {
    expect(promptIn(command)).toBe(prompt);
  });
});
