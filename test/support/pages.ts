/** Every page of the dashboard by name, for whoever walks through all of them; session and query are of the home at hand. */
export function pagesOf({ session, query }: { readonly session: string; readonly query: string }) {
  return {
    overview: '/',
    search: `/search?${new URLSearchParams({ q: query })}`,
    sessions: '/sessions',
    session: `/sessions/${encodeURIComponent(session)}`,
    events: '/events',
    memories: '/memories',
    files: '/files',
    file: '/files/user.md',
    actions: '/actions',
    review: '/review',
    cooldowns: '/cooldowns',
    ledger: '/ledger',
    login: '/login',
  };
}
