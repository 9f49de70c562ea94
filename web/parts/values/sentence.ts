/** The words with a capital letter: the router writes states in lower case. */
export const sentence = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)
