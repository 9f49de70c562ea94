import type { ChangeEvent } from 'react'

/** The names of those fields that are any text. */
export type TextFieldName<Fields> = { [Name in keyof Fields]: string extends Fields[Name] ? Name : never }[keyof Fields]

/** Returns the properties of the input for a text field of a form. `type` is called with what is typed. */
export const textFieldOf =
  <Fields extends object>(fields: Fields, type: (typed: Partial<Fields>) => void) =>
  (name: TextFieldName<Fields>, error: string | undefined) => ({
    value: fields[name] as string,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
      type({ [name]: currentTarget.value } as Partial<Fields>),
    error,
    autoComplete: 'off',
    spellCheck: false,
  })
