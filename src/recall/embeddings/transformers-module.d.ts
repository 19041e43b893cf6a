/** The part of transformers.js that is used. The package is an optional peer, so its own types may not be there. */
declare module '@huggingface/transformers' {
  interface Tensor {
    readonly dims: readonly number[];
    readonly data: ArrayLike<number>;
  }
  type FeatureExtraction = (
    texts: string[],
    options: { readonly pooling: 'mean' | 'cls'; readonly normalize: boolean },
  ) => Promise<Tensor>;
  export const env: { allowRemoteModels: boolean; allowLocalModels: boolean; localModelPath: string };
  export function pipeline(
    task: 'feature-extraction',
    model: string,
    options: { readonly dtype: 'fp32' | 'q8'; readonly local_files_only: true },
  ): Promise<FeatureExtraction>;
}
