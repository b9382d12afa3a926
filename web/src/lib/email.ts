/** Whether a text has the form of an e-mail address: a name, an @ and a domain with a dot. What is more than that only a letter tells. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
