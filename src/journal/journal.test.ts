import { describeJournal } from './journal.contract.ts';
import { openTemporaryJournal } from './sqlite/temporary-journal.fixture.ts';

describeJournal('the journal on SQLite', openTemporaryJournal);
