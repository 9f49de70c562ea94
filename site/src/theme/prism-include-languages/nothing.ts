/** What the theme asks of the highlighter that it would bring along. */
export const Prism = {}
