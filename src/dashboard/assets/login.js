/** Signing in: the one-time code comes in the address's fragment, which no server and no log ever sees. */
(() => {
  const form = document.getElementById('sign-in');
  const problem = document.getElementById('problem');
  const field = form.elements.namedItem('code');
  const isIn = 'in' in form.dataset;
  // Two slashes in front would be the name of a host.
  const here = location.pathname.replace(/^\/+/, '/') + location.search;
  const enter = () => location.replace(location.pathname === '/login' ? '/' : here);

  async function signIn(code) {
    problem.hidden = true;
    const response = await fetch('/dashboard/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ code }),
      credentials: 'same-origin',
    }).catch(() => undefined);
    if (response?.ok || (response && isIn)) {
      enter();
      return;
    }
    const told = await response?.json().catch(() => undefined);
    problem.textContent = told?.error
      ? `${told.error.message}. ${told.error.hint ?? ''}`
      : 'Carryover does not answer.';
    problem.hidden = false;
    field.focus();
    field.select();
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    signIn(field.value.trim());
  });

  const code = decodeURIComponent(location.hash.slice(1));
  if (code !== '') {
    history.replaceState(null, '', here);
    field.value = code;
    signIn(code);
  } else if (isIn) enter();
})();
