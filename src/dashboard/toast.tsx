/** What has just happened, said in a corner, with a way back where there is one. Put beside any answer to htmx. */
import type { Child } from 'hono/jsx';

/** A route that takes JSON. */
type Undo = ({ readonly post: string } | { readonly put: string }) & {
  readonly values: Readonly<Record<string, unknown>>;
};

export interface ToastProps {
  readonly text: string;
  readonly hint?: string;
  readonly isBad?: boolean;
  readonly undo?: Undo;
}

export function Toast({ text, hint, isBad = false, undo }: ToastProps) {
  return (
    <Aside target="#toasts" swap="beforeend">
      <div class={isBad ? 'toast bad' : 'toast'} role={isBad ? 'alert' : 'status'}>
        <div>
          <div>{text}</div>
          {hint === undefined || hint === '' ? null : <div class="hint">{hint}</div>}
        </div>
        {undo === undefined ? (
          <button type="button" data-dismiss="">
            Close
          </button>
        ) : (
          <button
            type="button"
            {...('post' in undo ? { 'hx-post': undo.post } : { 'hx-put': undo.put })}
            hx-vals={JSON.stringify(undo.values)}
            hx-swap="none"
          >
            Undo
          </button>
        )}
      </div>
    </Aside>
  );
}

/** Part of an answer that goes somewhere else on the page. */
export function Aside({ target, swap, children }: { target: string; swap: string; children?: Child }) {
  const Partial = 'hx-partial';
  return (
    <Partial hx-target={target} hx-swap={swap}>
      {children}
    </Partial>
  );
}
