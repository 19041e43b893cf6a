/**
 * What pages need besides htmx, all of it here: forms are sent as JSON with the session's CSRF header, `hx-confirm` asks
 * in a dialog of ours, dialogs open when something is put into them, toasts go by themselves, ticked rows show the bulk
 * bar, and a few keys. Nothing here evaluates text: the content security policy would refuse it.
 *
 * A `data-form` is a form where none may stand, such as in a row of a table that is a form: its fields are sent alone, only
 * when they are valid, and only those that were changed; `hidden` ones go with them. An open edit (`data-edits`) outlives
 * every refresh, also when what it edits is gone.
 *
 * A field's name may say its type: `confidence:number` (what is none stays text), `active:boolean`, `ids:list` (without
 * what is empty), `service:optional` (empty is null).
 */
(() => {
  const csrf = () => document.querySelector('meta[name="csrf"]')?.content ?? '';
  const TOAST_MS = 9_000;

  function put(target, name, value) {
    const [field, type = 'text'] = name.split(':');
    if (type === 'list') {
      target[field] = [...(target[field] ?? []), ...(value === '' ? [] : [value])];
      return;
    }
    if (type === 'number') {
      if (value !== '') target[field] = Number.isNaN(Number(value)) ? value : Number(value);
      return;
    }
    target[field] =
      type === 'boolean' ? value === 'true' || value === 'on' : type === 'optional' && value === '' ? null : value;
  }

  function asJson(fields, values) {
    const body = {};
    for (const [name, value] of fields) if (values === undefined || !(name in values)) put(body, name, value);
    return { ...body, ...values };
  }

  function isChanged(field) {
    if (field instanceof HTMLSelectElement) return !field.selectedOptions[0]?.defaultSelected;
    return field.value !== field.defaultValue;
  }

  const waiting = new WeakMap();
  const writing = new WeakSet();
  const tags = new WeakMap();
  const editedRows = new WeakMap();

  htmx.registerExtension('carryover', {
    htmx_config_request: (_element, { ctx }) => {
      const { request } = ctx;
      if (request.method === 'GET') {
        // Addresses that people keep say what was asked and no more.
        for (const [name, value] of [...request.body]) if (value === '') request.body.delete(name);
        // A page nobody looks at need not be fresh.
        return !(document.hidden && ctx.sourceElement.matches('[data-polls]'));
      }
      // Pressed twice is meant once.
      if (writing.has(ctx.sourceElement)) return false;
      const form = ctx.sourceElement.closest('[data-form]');
      const fields = [...(form?.querySelectorAll('[name]') ?? [])];
      if (!fields.every((field) => field.reportValidity())) return false;
      if (form && !fields.some(isChanged)) {
        form.querySelector('[data-cancel]')?.click();
        return false;
      }
      const told = fields.filter((field) => field.type === 'hidden' || isChanged(field));
      const sent = form ? told.map(({ name, value }) => [name, value]) : request.body;
      writing.add(ctx.sourceElement);
      waiting.set(ctx, asJson(sent, ctx.vals));
      request.body = new FormData();
      return true;
    },
    htmx_before_request: (_element, { ctx }) => {
      const { request } = ctx;
      if (request.method === 'GET') {
        const tag = tags.get(ctx.sourceElement)?.[request.action];
        if (tag) request.headers['If-None-Match'] = tag;
        return true;
      }
      request.headers['X-CSRF'] = csrf();
      const body = waiting.get(ctx) ?? {};
      if (request.method === 'DELETE' && Object.keys(body).length === 0) {
        request.body = null;
        return true;
      }
      request.headers['Content-Type'] = 'application/json';
      request.body = JSON.stringify(body);
      return true;
    },
    htmx_confirm: (_element, { ctx, issueRequest, dropRequest }) => {
      const { confirmAct = 'Go on', confirmCount } = ctx.sourceElement.dataset;
      const question =
        confirmCount === undefined ? ctx.confirm : ctx.confirm.replace('{n}', tickedIn(ctx.sourceElement));
      ask(question, confirmAct).then((yes) => (yes ? issueRequest() : dropRequest()));
      return false;
    },
    // Nothing is kept on disk, so the page itself says which answer it shows; htmx leaves it alone on a 304.
    htmx_before_response: (element, { ctx }) => {
      document.querySelector('.toast[data-down]')?.remove();
      const tag = ctx.response.headers.get('ETag');
      if (tag && element.matches('[data-polls]')) tags.set(element, { [ctx.request.action]: tag });
      // What stands here is for whoever is signed in.
      if (element.matches('[data-leaves]') && ctx.response.raw.ok) location.replace('/login');
      return true;
    },
    htmx_response_error: (_element, { ctx }) => {
      if (ctx.response.status === 401) location.assign('/');
      return true;
    },
    htmx_error: (_element, { error }) => {
      if (error instanceof TypeError) sayDown();
      return true;
    },
    htmx_finally_request: (element) => {
      writing.delete(element);
      return true;
    },
    htmx_before_swap: (_element, { ctx, tasks }) => {
      editedRows.set(ctx, document.activeElement?.closest('[data-edits]')?.id);
      const isKept = tasks.every(keepEdits);
      // What is not shown is asked for again.
      if (!isKept) tags.delete(ctx.sourceElement);
      return isKept;
    },
    htmx_after_swap: (_element, { ctx }) => {
      const dialog = ctx.target?.closest?.('dialog');
      if (dialog && !dialog.open && dialog.childElementCount > 0) dialog.showModal();
      const edited = editedRows.get(ctx);
      if (edited && document.activeElement === document.body)
        document.getElementById(edited)?.querySelector('[data-edit]')?.focus();
      markTicked();
      dropRepeated();
      fadeToasts();
      return true;
    },
  });

  function ask(question, act) {
    const dialog = document.getElementById('confirm');
    dialog.querySelector('[data-question]').textContent = question;
    dialog.querySelector('[data-yes]').textContent = act;
    dialog.returnValue = '';
    dialog.showModal();
    return new Promise((resolve) => {
      dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
    });
  }

  // A row that is edited and not in the answer gets a place there, so that it stays; an answer without a place waits.
  function keepEdits({ target, swapSpec, fragment }) {
    const style = typeof swapSpec === 'string' ? swapSpec : swapSpec?.style;
    if (!(target instanceof Element) || !style?.endsWith('Morph')) return true;
    for (const row of target.querySelectorAll('[data-edits]')) {
      if (fragment.getElementById(row.id)) continue;
      const parent = row.parentElement;
      const place = parent === target ? fragment : fragment.getElementById(parent.id);
      if (!place) return false;
      place.insertBefore(row.cloneNode(false), place.children[[...parent.children].indexOf(row)] ?? null);
    }
    return true;
  }

  function say(text) {
    const toast = document.createElement('div');
    toast.className = 'toast';
    const words = document.createElement('div');
    words.append(text);
    toast.append(words);
    document.getElementById('toasts')?.append(toast);
    fadeToasts();
    return toast;
  }

  // Stays until something answers, and is said once however often nothing does.
  function sayDown() {
    if (document.querySelector('.toast[data-down]')) return;
    const hint = document.createElement('div');
    hint.className = 'hint';
    hint.textContent = 'Is the daemon running? `carryover up` starts it.';
    const toast = say('Carryover does not answer.');
    toast.firstElementChild.append(hint);
    toast.classList.add('bad');
    toast.dataset.down = '';
  }

  // What is refused again for the same reason is one problem.
  function dropRepeated() {
    const said = new Set();
    for (const toast of [...document.querySelectorAll('.toast.bad')].reverse())
      if (said.has(toast.textContent)) toast.remove();
      else said.add(toast.textContent);
  }

  function fadeToasts() {
    for (const toast of document.querySelectorAll('.toast:not([data-fades])')) {
      toast.dataset.fades = '';
      const later = () => {
        // Not while somebody reads it or is about to press its button.
        if (toast.matches(':hover, :focus-within, [data-down]')) setTimeout(later, TOAST_MS / 3);
        else toast.remove();
      };
      setTimeout(later, TOAST_MS);
    }
  }

  function tickedIn(element) {
    return element.closest('form').querySelectorAll('input[data-tick]:checked').length;
  }

  function markTicked() {
    for (const bar of document.querySelectorAll('[data-bulk]')) {
      const form = bar.closest('form');
      const ticked = tickedIn(bar);
      bar.hidden = ticked === 0;
      const count = bar.querySelector('[data-ticked]');
      if (count) count.textContent = String(ticked);
      for (const button of bar.querySelectorAll('[data-least]'))
        button.disabled = ticked < Number(button.dataset.least);
      const all = form.querySelector('input[data-tick-all]');
      const there = form.querySelectorAll('input[data-tick]').length;
      if (all) all.checked = there > 0 && ticked === there;
    }
  }

  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    if (target.matches('[data-tick-all]'))
      for (const box of target.closest('form').querySelectorAll('input[data-tick]')) box.checked = target.checked;
    if (target.matches('[data-tick], [data-tick-all]')) markTicked();
  });

  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const closer = target.closest('[data-close]');
    closer?.closest('dialog')?.close(closer.dataset.close);
    target.closest('.toast [data-dismiss]')?.closest('.toast')?.remove();
    const copier = target.closest('[data-copy]');
    if (copier) navigator.clipboard?.writeText(copier.dataset.copy).then(() => say('Copied.'));
  });

  document.addEventListener('keydown', (event) => {
    const at = event.target instanceof Element ? event.target : document.body;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
      at.closest('[data-form], form:not(:has([data-form]))')?.querySelector('button.primary')?.click();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') at.closest('[data-form]')?.querySelector('[data-cancel]')?.click();
    const isLeaving = event.key === 'ArrowDown' && at.matches('[data-to-rows]');
    if (at.closest('input, textarea, select, dialog') && !isLeaving) return;
    if (event.key === '/') {
      const field = document.querySelector('input[type="search"]');
      event.preventDefault();
      if (field) field.focus();
      else location.assign('/search');
    }
    const row = at.closest('[data-row]');
    const nearby = { j: 1, k: -1, ...((row || isLeaving) && { ArrowDown: 1, ArrowUp: -1 }) }[event.key];
    if (nearby !== undefined) {
      const rows = [...document.querySelectorAll('[data-row]')];
      const current = rows.indexOf(row);
      event.preventDefault();
      if (current === 0 && nearby < 0) document.querySelector('[data-to-rows]')?.focus();
      else rows[Math.min(rows.length - 1, Math.max(0, current + nearby))]?.focus();
    }
    if (event.key === 'Enter' && row === at) row.querySelector('a')?.click();
  });

  // A link to a turn opens it; one that does not stand on the page is asked for.
  function openTurn() {
    const [, id] = /^#turn-([0-9a-f-]+)$/.exec(location.hash) ?? [];
    const timeline = document.querySelector('[data-timeline]');
    if (!id || !timeline) return;
    const turn = document.getElementById(`turn-${id}`);
    if (turn) {
      turn.open = true;
      turn.scrollIntoView();
    } else if (!location.search.includes(id)) location.replace(`${timeline.dataset.timeline}?turn=${id}#turn-${id}`);
  }
  window.addEventListener('hashchange', openTurn);

  // What was asked for in a dialog or a toast has been done.
  document.addEventListener('done', ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.closest('[data-bulk], dialog'))
      for (const box of document.querySelectorAll('input[data-tick]')) box.checked = false;
    target.closest('dialog')?.close();
    target.closest('.toast')?.remove();
    markTicked();
  });

  // On a phone the pages stand in one line that may be longer than the screen.
  function showWhereWeAre() {
    const place = document.querySelector('.nav [aria-current]');
    if (place) place.parentElement.scrollLeft = place.offsetLeft - (innerWidth - place.offsetWidth) / 2;
  }

  document.addEventListener('DOMContentLoaded', () => {
    markTicked();
    fadeToasts();
    // Opened before htmx listened.
    for (const details of document.querySelectorAll('details[open][hx-get]')) htmx.trigger(details, 'toggle');
    openTurn();
    showWhereWeAre();
  });
})();
