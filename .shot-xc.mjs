import { chromium } from 'playwright-core';
import { readFileSync } from 'node:fs';
const home = '/tmp/xc/home', base = 'http://127.0.0.1:8973';
const token = readFileSync(home + '/token', 'utf8').trim();
const api = async (path, method='GET', body) => { const r = await fetch(base+path, {method, headers: {authorization: `Bearer ${token}`, 'content-type':'application/json'}, body: body===undefined?undefined:JSON.stringify(body)}); const t = await r.text(); try { return JSON.parse(t); } catch { return t; } };
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const steps = await import(process.argv[2]);
for (const look of (process.env.LOOKS ?? '1280-light').split(',')) {
  const [w, colorScheme] = look.split('-'); const width = Number(w);
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme, baseURL: base, hasTouch: width<600, isMobile: width<600 });
  context.setDefaultTimeout(5000);
  const page = await context.newPage();
  page.on('console', (m) => { if (m.type() !== 'log') console.log('console', m.type(), m.text()); });
  page.on('pageerror', (e) => console.log('pageerror', e.message));
  const c = await api('/dashboard/code', 'POST', {});
  await page.goto(`/login#${c.code}`); await page.waitForURL(base + '/');
  const shot = (name, o={}) => page.screenshot({ path: `/tmp/xc/${name}-${look}.png`, ...o });
  try { await steps.run({ page, api, shot, look, width }); } catch (e) { console.log(look, e.message); }
  await context.close();
}
await browser.close();
