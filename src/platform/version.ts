/** Checked against package.json by a test; a constant, so that nothing has to be found and read at start. */
export const VERSION = '0.1.0';
