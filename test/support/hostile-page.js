/** What a hostile page does to the daemon at `target`; answers what it got to see, which should be nothing. */
globalThis.attack = async (target) => {
  const seen = [];
  const record = '{"type":"prompt","content":"planted"}';
  const within = (what) => Promise.race([what, new Promise((resolve) => setTimeout(resolve, 2_000))]);
  const tryFetch = async (path, options) => {
    try {
      const answer = await fetch(target + path, { credentials: 'include', ...options });
      const text = await answer.text();
      if (answer.type !== 'opaque' || text !== '') seen.push(`fetch ${path}: ${text}`);
    } catch {
      // As it should be: the browser tells the page nothing.
    }
  };
  const tryElement = (name, path) => {
    const element = document.createElement(name);
    if (element instanceof HTMLLinkElement) element.rel = 'stylesheet';
    element.setAttribute(name === 'link' ? 'href' : name === 'object' ? 'data' : 'src', target + path);
    const done = new Promise((resolve) => {
      element.onload = () => {
        if (name === 'img' || name === 'script' || name === 'link') seen.push(`${name} ${path} loaded`);
        resolve();
      };
      element.onerror = () => resolve();
    });
    document.body.append(element);
    return within(done).then(() => {
      try {
        const inside = element instanceof HTMLIFrameElement ? element.contentDocument?.body.textContent : '';
        if (inside) seen.push(`${name}: ${inside}`);
      } catch {
        // Another origin: not even the document is there.
      }
    });
  };
  const tryForm = (enctype) => {
    const name = `frame-${enctype}`;
    const frame = Object.assign(document.createElement('iframe'), { name });
    const form = Object.assign(document.createElement('form'), { method: 'post', enctype, target: name });
    form.action = `${target}/memory/record`;
    const input = Object.assign(document.createElement('input'), { name: record.slice(0, -1), value: '}' });
    form.append(input);
    document.body.append(frame, form);
    const done = new Promise((resolve) => {
      frame.onload = resolve;
    });
    form.submit();
    return within(done);
  };

  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    await tryForm(type);
    await tryFetch('/memory/record', {
      method: 'POST',
      mode: 'no-cors',
      headers: { 'Content-Type': type },
      body: record,
    });
  }
  await tryFetch('/memory/record', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: record });
  await tryFetch('/memory/record', {
    method: 'POST',
    mode: 'no-cors',
    body: new Blob([record], { type: 'application/json' }),
  });
  await tryFetch('/dashboard/code', { method: 'POST', mode: 'no-cors', body: '{}' });
  await tryFetch('/apps/reporter', { method: 'DELETE' });
  await tryFetch('/memory/export', {});
  await tryFetch('/memory/export', { mode: 'no-cors' });
  await tryFetch('/health', {});
  navigator.sendBeacon(`${target}/memory/record`, record);
  await tryElement('img', '/assets/icon.svg');
  await tryElement('script', '/memory/status');
  await tryElement('script', '/assets/dashboard.js');
  await tryElement('link', '/assets/dashboard.css');
  await tryElement('iframe', '/');
  await tryElement('object', '/memory/export');

  const opened = window.open(`${target}/memory/export`);
  await new Promise((resolve) => setTimeout(resolve, 300));
  try {
    seen.push(`window: ${opened?.document.body.textContent}`);
  } catch {
    // Another origin.
  }
  opened?.close();
  const events = new EventSource(`${target}/memory/events?last_event_id=0`, { withCredentials: true });
  await within(
    new Promise((resolve) => {
      events.onopen = () => seen.push('EventSource opened');
      events.onerror = () => resolve();
    }),
  );
  events.close();
  const socket = new WebSocket(`${target.replace('http', 'ws')}/memory/events`);
  await within(
    new Promise((resolve) => {
      socket.onopen = () => seen.push('WebSocket opened');
      socket.onerror = () => resolve();
    }),
  );
  return seen;
};

/** Goes there with a form, which is the one thing that may replace the whole page. */
globalThis.navigate = (target) => {
  const form = Object.assign(document.createElement('form'), { method: 'post', enctype: 'text/plain' });
  form.action = `${target}/memory/record`;
  form.append(
    Object.assign(document.createElement('input'), { name: '{"type":"prompt","content":"planted","x":"', value: '"}' }),
  );
  document.body.append(form);
  form.submit();
};
