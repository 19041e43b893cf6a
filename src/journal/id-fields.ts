/** Fields of edits and checkpoints that hold an id, or a list of them; ids of records may be of others' making. */
export const ID_FIELDS: ReadonlySet<string> = new Set([
  ...['id', 'sessionId', 'turnId', 'workspace', 'app', 'evidence', 'supersededBy', 'learningId', 'actId'],
  ...['sourceLearningId', 'replaces', 'acts'],
]);
