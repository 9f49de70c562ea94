/** The shape of a catalogue in another language: the same keys, and functions of the same values. */
export type Translation<T> = T extends string
  ? string
  : T extends (...values: infer V) => infer R
    ? (...values: V) => Translation<R>
    : { [K in keyof T]: Translation<T[K]> }
