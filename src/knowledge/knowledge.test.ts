import { describeKnowledge } from './knowledge.contract.ts';
import { openTemporaryKnowledge } from './temporary-knowledge.fixture.ts';

describeKnowledge('knowledge on SQLite', openTemporaryKnowledge);
