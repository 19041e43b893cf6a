/** ASCII letters are the same in both cases to a search of bytes; others are as they are. */
export const FOLD = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte));
