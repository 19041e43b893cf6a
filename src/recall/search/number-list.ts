/** Numbers in an array that grows and is used again: no memory is taken for a list that may be long and rarely is. */

const FIRST_ROOM = 1_024;

export class NumberList {
  items = new Uint32Array(FIRST_ROOM);
  count = 0;

  push(item: number): void {
    if (this.count === this.items.length) {
      const grown = new Uint32Array(this.items.length * 2);
      grown.set(this.items);
      this.items = grown;
    }
    this.items[this.count] = item;
    this.count += 1;
  }
}
