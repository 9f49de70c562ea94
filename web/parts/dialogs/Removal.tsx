import type { ComponentProps } from 'react'
import { Confirmed } from './Confirmed.tsx'
import { DangerButton } from './DangerButton.tsx'

interface RemovalProps extends Omit<ComponentProps<typeof Confirmed>, 'children' | 'confirm'> {
  /** Text of the button that opens the question. */
  label: string
  /** Text of the button that deletes. */
  confirm?: string
}

/** The end of a page about one thing: deletes it after a confirmation. Its mutation then leaves the page. */
export const Removal = ({ label, confirm = label, ...question }: RemovalProps) => (
  <div>
    <Confirmed confirm={confirm} {...question}>
      {(open) => <DangerButton onClick={open}>{label}</DangerButton>}
    </Confirmed>
  </div>
)
