import { ruleCatalogues, ruleWords } from '@brina/contract/words/rule-words';
import { useFormat } from '../lib/format.ts';
import { useSpeech } from '../lib/speech.ts';

/** What a rule is called, asks for and is taken from, in the language of the interface. */
export const useRuleWords = () => ruleWords(useSpeech(ruleCatalogues), useFormat());
