/** A learning: one thing learned. The types of A-052 / B-015 plus the operational categories of C-011. */
import type { LearningId, RecordId, SessionId } from './ids.ts';
import type { Scope } from './permission.ts';
import type { SourceClass } from './source.ts';

type LearnedType = 'FACT' | 'PATTERN' | 'CORRECTION' | 'PREFERENCE' | 'ACTION' | 'TOOL_INSTALL';
type OperationalCategory = 'timing' | 'dependency' | 'behavior' | 'remediation' | 'maintenance';
export type LearningType = LearnedType | OperationalCategory;

export interface Learning {
  readonly id: LearningId;
  readonly createdAt: number;
  readonly sessionId: SessionId | null;
  readonly type: LearningType;
  readonly scope: Scope;
  readonly subject: string | null;
  readonly content: string;
  /** 0 … 1 */
  readonly confidence: number;
  /** The weakest source among its evidence; never raised by rewriting. */
  readonly trust: SourceClass;
  readonly evidence: readonly RecordId[];
}
