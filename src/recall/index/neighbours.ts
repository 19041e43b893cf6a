/** How much of a word that a neighbour holds in its first words counts as if the passage held it itself. */
export const FROM_PREVIOUS = 0.5;
export const FROM_SECOND_PREVIOUS = 0.2;
export const FROM_NEXT = 0.3;
/** Characters at the beginning of a record that its neighbours are told of. */
export const HEAD_CHARS = 250;
