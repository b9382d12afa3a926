import { applianceTerms } from '@brina/domain/appliance/appliance-terms.messages';
import { messages } from '@brina/domain/language/messages';
import texts from './batch.texts.json' with { type: 'json' };

/** Texts of the dialog that creates appliances from a file. */
export const batchMessages = messages(
  'web/factory/batch',
  {
    title: 'Create appliances from a file',
    about: 'The lines are checked first. Nothing is created before you start.',
    choose: 'Choose a CSV file',
    orDrop: 'or drop it here',
    columns: 'One appliance a line, with commas or semicolons; the first line may name the columns.',
    empty: 'This file has no lines with appliances.',
    noText: 'This is not a text file. Save the table as CSV and choose that file.',
    headerUnknown: 'The first line names columns that are not known: {unknown}. Name them {columns}.',
    headerMissing: 'The first line does not name all columns. Missing: {missing}.',
    tooLong: 'A file may have at most {n} lines. Split it.',

    preview: 'Lines of the file',
    line: { en: 'Line', note: 'column: number of a line in the file' },
    appliance: applianceTerms.texts.appliance,
    verdict: { en: 'Check', note: 'column: what the check of a line found' },
    ready: { en: 'Ready', apart: 'a line that can be created' },
    faulty: {
      one: '{n} line cannot be created. It stands first and is left out.',
      other: '{n} lines cannot be created. They stand first and are left out.',
    },
    otherFile: 'Another file',
    start: { one: 'Create {n} appliance', other: 'Create {n} appliances' },
    duplicate: 'The same serial number stands in line {line}.',
    brandMissing: 'The brand is missing.',
    domainUnknown: 'The market must be STANDARD, NORTH_AMERICA or FMI_JAPAN.',
    gammaUnknown: 'The category must be ABBATTITORE, CONSERVATORE or FERMALIEVITA.',
    columnCount: 'A line has {n} columns.',

    progress: '{done} of {all} lines done',
    keepOpen: 'Keep this page open. What has been created is kept in this browser should it close.',
    stop: 'Stop',
    stopped: 'Stopped. Lines not sent: {n}.',
    lost: 'The portal could not be reached. The lines that are left are waiting.',
    goOn: 'Go on',
    createdCount: 'Created',
    refusedCount: 'Not created',
    reason: 'Reason',
    notSent: 'Not sent.',
    onlyThere: 'Keys and activation codes exist only in the downloaded file. Keep it safe before you finish.',
    withoutFile:
      'These may exist already, but their file never arrived. Open their pages and issue their certificates anew.',
    leftBehind: {
      one: 'An earlier batch was cut off. It created {n} appliance whose file nobody has taken yet.',
      other: 'An earlier batch was cut off. It created {n} appliances whose files nobody has taken yet.',
    },
    saveZip: 'Download all files',
    report: 'Download the report',
    reportFile: 'not-created.csv',
    kept: 'I have the files',
    finish: 'Finish',
  },
  texts,
);
