/** Replaces the highlighter that the theme imports. */
export const Prism = {}
