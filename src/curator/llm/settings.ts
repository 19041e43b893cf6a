import type { Config } from '../../platform/config.ts';

/** The part of the configuration that says which model is asked, and how. */
export type ModelSettings = Pick<
  Config,
  | 'curator.provider'
  | 'curator.model'
  | 'curator.baseUrl'
  | 'curator.keyFile'
  | 'curator.inputPrice'
  | 'curator.outputPrice'
>;
