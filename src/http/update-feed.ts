/** Tells whoever listens that learnings may have changed; what has changed they read themselves. Costs nothing while nobody does. */
export interface UpdateListener {
  onChanged(): void;
  /** Nothing comes any more. */
  onClosed(): void;
}

export class UpdateFeed {
  readonly #listeners = new Set<UpdateListener>();
  #isClosed = false;

  /** Returns how to stop listening. */
  subscribe(listener: UpdateListener): () => void {
    this.#listeners.add(listener);
    // Later: whoever subscribes is not ready to hear it yet.
    if (this.#isClosed) queueMicrotask(() => listener.onClosed());
    return () => this.#listeners.delete(listener);
  }

  changed(): void {
    for (const listener of this.#listeners) listener.onChanged();
  }

  /** Before the doors close: a stream has no end of its own to wait for. */
  close(): void {
    this.#isClosed = true;
    for (const listener of this.#listeners) listener.onClosed();
  }
}
