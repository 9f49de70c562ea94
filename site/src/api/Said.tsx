import { Fragment, type ReactNode } from 'react'

/** A description with code in backticks. */
export const Said = ({ text }: { readonly text: string }): ReactNode =>
  text.split('`').map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, which never move
    at % 2 === 1 ? <code key={at}>{part}</code> : <Fragment key={at}>{part}</Fragment>,
  )
