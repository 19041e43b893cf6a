/** Dialogs about what was held: its words set right first, and all of a page at once, with a look at what that takes in. */
import { linesOf } from '../../../files/file-text.ts';
import type { Review } from '../../../memory/review.ts';
import { diffLines } from '../../../platform/line-diff.ts';
import { SheetActs } from '../../elements.tsx';
import { counted } from '../../format.ts';
import { type HeldReview, reviewPath } from './held.tsx';

const MEMORY_CHARS = 2_000;

export function EditReview({ review }: { review: Review }) {
  const { held } = review;
  const isFile = held.kind === 'file';
  return (
    <form class="stack wide" hx-post={reviewPath(review)} hx-swap="none">
      <h2>Set it right, then accept</h2>
      <label class="field">
        {isFile ? `What ${held.file.name} shall say` : 'What shall be remembered'}
        <textarea
          class={isFile ? 'source' : undefined}
          name="content"
          maxlength={isFile ? undefined : MEMORY_CHARS}
          required={!isFile}
          spellcheck={!isFile}
          autofocus
        >
          {isFile ? held.content : held.learning.content}
        </textarea>
      </label>
      <input type="hidden" name="decision" value="accepted" />
      <p class="faint small">It is kept in your words, as if you had said it.</p>
      <SheetActs does="Accept" />
    </form>
  );
}

export function AcceptAll({ reviews }: { reviews: readonly HeldReview[] }) {
  return (
    <form class="stack wide" hx-post="/review/bulk" hx-swap="none">
      <h2 tabindex={-1} autofocus>
        Accept {counted(reviews.length, 'thing')}?
      </h2>
      <p class="soft">All of this becomes what agents are told, as if you had said it.</p>
      <ul class="list">
        {reviews.map(({ review, rewrite, replaced }) => (
          <li>
            <input type="hidden" name="ids:list" value={review.id} />
            {review.held.kind === 'file' ? (
              <>
                A rewrite of {review.held.file.name}:{' '}
                <span class="faint">{rewrite === undefined ? '' : sizeOf(rewrite.before ?? '', rewrite.after)}</span>
              </>
            ) : (
              <>
                <div class="any-text">{review.held.learning.content}</div>
                {replaced === undefined ? null : <div class="faint small any-text">replaces: {replaced.content}</div>}
              </>
            )}
          </li>
        ))}
      </ul>
      <input type="hidden" name="decision" value="accepted" />
      <SheetActs does="Accept all" />
    </form>
  );
}

function sizeOf(before: string, after: string): string {
  const changes = diffLines(linesOf(before), linesOf(after));
  const count = (sign: string) => changes.filter((line) => line.sign === sign).length;
  return `+${count('+')} −${count('-')} lines`;
}
