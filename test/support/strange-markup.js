/**
 * What in a document is none of ours: elements, attributes and addresses that no page of the dashboard writes. Stored text
 * that became markup is seen here whether or not it got to do anything. Looks at a parsed document as well as at a live one.
 */
globalThis.strangeMarkup = (document) => {
  const OURS = new Set(
    `html head meta title link script body div span a nav main header section p h1 h2 h3 h4 ul ol li dl dt dd table thead
    tbody tr th td form label input select option textarea button details summary dialog svg path rect line circle g text
    time code pre kbd strong em mark blockquote hr br del hx-partial datalist fieldset legend small figure figcaption`.split(
      /\s+/,
    ),
  );
  const HEAD_ONLY = 'meta, link, title, script';
  const WRITTEN =
    /^(?:class|id|name|value|type|title|lang|content|charset|rel|role|for|hidden|open|selected|checked|disabled|required|autofocus|placeholder|tabindex|colspan|rowspan|scope|datetime|maxlength|min|max|step|rows|list|start|method|defer|download|spellcheck|autocomplete|autocapitalize|aria-[a-z]+|data-(?!hx)[a-z-]+|hx-(?:get|post|put|delete|target|swap|trigger|vals|include|confirm|sync|push-url|morph-skip|indicator|disable|config))$/;
  const DRAWN = /^(?:viewBox|width|height|fill|stroke(?:-.+)?|d|x|y|x1|x2|y1|y2|cx|cy|r|rx|text-anchor)$/;
  const ADDRESS = /^(?:href|src|action|hx-(?:get|post|put|delete))$/;
  /** Pages and routes by their first part. */
  const PLACE =
    /^(?:#.*|\/(?:\?.*)?|\/(?:assets|search|sessions|events|memories|files|actions|review|cooldowns|ledger|remember|records|settings|dashboard|memory)(?:[/?#].*)?)$/;

  const strange = [];
  const report = (element, what) => strange.push(`${what}: ${element.outerHTML.slice(0, 160)}`);

  for (const element of document.querySelectorAll('*')) {
    const name = element.localName;
    const isDrawn = element.namespaceURI === 'http://www.w3.org/2000/svg';
    if (!OURS.has(name)) report(element, 'element');
    if (element.matches(HEAD_ONLY) && !isDrawn && element.closest('head') === null) report(element, 'place');
    if (name === 'meta' && element.hasAttribute('http-equiv')) report(element, 'meta');
    if (name === 'script' && (element.textContent !== '' || !element.hasAttribute('src'))) report(element, 'script');
    if (name === 'svg' && !element.matches('.chart, .meter, [aria-hidden]')) report(element, 'picture');
    for (const { name: attribute, value } of element.attributes) {
      if (ADDRESS.test(attribute)) {
        const isLinkOut = name === 'a' && /^https?:\/\//.test(value) && element.rel === 'noopener noreferrer';
        const isPlace = PLACE.test(value) && (name === 'a' || !value.startsWith('/memory/export'));
        if (!isPlace && !isLinkOut) report(element, `address in ${attribute}`);
      } else if (!WRITTEN.test(attribute) && !(isDrawn && DRAWN.test(attribute)))
        report(element, `attribute ${attribute}`);
      if (attribute === 'hx-vals' && !value.startsWith('{')) report(element, 'values');
      if (attribute === 'hx-trigger' && value.includes('[')) report(element, 'trigger');
    }
  }
  return strange;
};
