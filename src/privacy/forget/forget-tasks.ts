/** What forgetting has searched and computed beside the daemon (`forget-work.ts`), and what goes to and fro for it. */
import type { ForgetPreview, Selection } from '../../memory/forgetting.ts';
import type { InjectionId, SessionId, SpaceId } from '../../memory/ids.ts';
import type { ScopeState } from '../../memory/scope-state.ts';
import type { ListPart } from '../process/list-parts.ts';
import type { Asked } from './gather.ts';
import type { Erasing, SealedPlan } from './plan.ts';
import type { Keeping } from './remove-from-state.ts';

/** Where everything is. */
export interface ForgetPlace {
  readonly home: string;
  readonly journal: string;
  readonly knowledge: string;
  readonly backups: string;
  /** Files and folders whose words stay whatever is forgotten: the configuration, the program. */
  readonly staying: readonly string[];
  /** Texts that stay: where the program and the home are, which Carryover itself writes down. */
  readonly stayingTexts: readonly string[];
  readonly redactionKey: string;
}

export interface Wish {
  readonly selection: Selection;
  readonly asked: Asked;
}

/** Whom it touches, before anything is changed. */
export interface Touched {
  readonly sessions: readonly SessionId[];
  /** The client's own files that tell of them. */
  readonly copiesOutside: readonly string[];
}

/** What is left of the scopes it touches, and with it all that goes. */
export interface Cleansing {
  readonly erasing: Erasing;
  readonly scopes: readonly (SpaceId | null)[];
  readonly state: ScopeState;
}

export interface Proof {
  /** Strings and rare words that were looked for, and about how many more there were. */
  readonly needles: number;
  readonly leftOut: number;
  readonly files: number;
  readonly bytes: number;
  /** Where something of it was found, in rows and in the bytes of files. */
  readonly places: readonly string[];
  /** Files of the home that could not be read. */
  readonly unsearched: readonly string[];
  /** Blocks that were given while it was being erased. */
  readonly injections: readonly InjectionId[];
  /** Changes that wait for a person and say it. */
  readonly proposals: readonly number[];
  /** Files that hold pieces of it between their rows. */
  readonly betweenRows: readonly string[];
}

export type OnProgress = (done: number, total: number) => void;

export interface ForgetSearch {
  preview(wish: Wish): Promise<ForgetPreview>;
  touched(wish: Wish): Promise<Touched>;
  /** Finds all that goes, and keeps it in the file. */
  plan(planning: Wish & Touched & { readonly sealed: SealedPlan }, onProgress?: OnProgress): Promise<Erasing>;
  /** As it was found before. */
  planned(sealed: SealedPlan): Promise<Erasing>;
  /** While nothing changes what is known. Keeps in the file what goes. */
  cleanse(cleansing: CleanseInput): Promise<Cleansing>;
  /** Looks for it in every file of the home. */
  prove(proving: ProveInput, onProgress?: OnProgress): Promise<Proof>;
}

export interface CleanseInput {
  readonly selection: Selection;
  readonly sealed: SealedPlan;
  readonly keeping: Keeping;
}

export interface ProveInput {
  readonly selection: Selection;
  readonly sealed: SealedPlan;
}

interface At {
  readonly place: ForgetPlace;
}

/** As a process is asked for it; long lists come in parts. */
export interface ForgetTasks {
  readonly preview: { readonly input: At & Wish; readonly result: ForgetPreview };
  readonly touched: { readonly input: At & Wish; readonly result: Touched };
  readonly plan: {
    readonly input: At & Wish & Touched & { readonly sealed: SealedPlan };
    readonly part: ListPart;
    readonly result: object;
  };
  readonly planned: {
    readonly input: At & { readonly sealed: SealedPlan };
    readonly part: ListPart;
    readonly result: object;
  };
  readonly cleanse: {
    readonly input: At & CleanseInput;
    readonly part: ListPart & { readonly of: 'erasing' | 'state' };
    readonly result: { readonly erasing: object; readonly scopes: Cleansing['scopes']; readonly state: object };
  };
  readonly prove: { readonly input: At & ProveInput; readonly result: Proof };
}
