import { useRef, useState } from 'react';
import { type CompanyFault, type CompanyValues, companyFaults, taxCodeKey } from './company-form.ts';

/** What CompanyFields needs to ask about a tax code that does not look like one of its country (S5.3). */
export type TaxCodeCheck = {
  /** Whether the box stands there: the code in the form has been asked about. */
  isAsked: boolean;
  isChecked: boolean;
  onChecked: (isChecked: boolean) => void;
  /** The field was left, or the country is another: the code in it is judged. */
  judge: (company: CompanyValues) => void;
};

/**
 * The tax code of a form: judged as soon as its field is left, and answered for by whoever has checked it. Another code, or the
 * same in another country, has not been answered for.
 * @param given the company as it was: its code is not asked about again
 * @param valuesOf what is in the form now
 * @param fault what its field says now, and what it is to say
 */
export function useTaxCodeCheck(props: {
  given: CompanyValues;
  valuesOf: () => CompanyValues;
  fault: unknown;
  setFault: (fault: CompanyFault | null) => void;
}) {
  const { given, valuesOf, fault, setFault } = props;
  const company = valuesOf();
  const [answered, setAnswered] = useState({ key: taxCodeKey(given), isByBox: false });
  // The box may be ticked while a check is being loaded.
  const latest = useRef(answered.key);
  const isChecked = answered.key === taxCodeKey(company);
  const judge = async (judged: CompanyValues): Promise<void> => {
    const { taxCode = null } = await companyFaults(judged, ['taxCode']);
    const isAnswered = taxCode === 'tax_code_unlikely' && latest.current === taxCodeKey(judged);
    // What was typed meanwhile is another code.
    if (taxCodeKey(valuesOf()) === taxCodeKey(judged)) setFault(isAnswered ? null : taxCode);
  };
  const check: TaxCodeCheck = {
    isAsked: fault === 'tax_code_unlikely' || (isChecked && answered.isByBox),
    isChecked,
    onChecked: (isTicked) => {
      latest.current = isTicked ? taxCodeKey(company) : '';
      setAnswered({ key: latest.current, isByBox: true });
      setFault(isTicked ? null : 'tax_code_unlikely');
    },
    judge: (judged) => {
      // What is empty is marked only after a try to save (S5.7).
      if (judged.taxCode.trim() !== '' && judged.country !== '') void judge(judged);
    },
  };
  return { check, answered: answered.key, headers: isChecked ? ({ 'tax-code-checked': 'true' } as const) : {} };
}
