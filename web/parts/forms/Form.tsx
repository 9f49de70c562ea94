import { useMergedRef } from '@mantine/hooks'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import type { Operation } from '../../../router/model/operation.ts'
import { Permitted } from '../layout/Permitted.tsx'
import { FaultsProvider, faultsIn, labelOfField, revealFirst } from './faults.ts'

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'action' | 'onInput'> {
  onSubmit: () => void
  /** What it calls. Users who may not call it see the values, without buttons. */
  changes?: Pick<Operation, 'details'>
}

const NONE: readonly string[] = []

/**
 * A form with controlled fields. Not a form action: React resets the elements of a form after its action. After an attempt to submit it, the first
 * field with an error gets the focus, and `SubmitButton` names all of them.
 */
export function Form({ onSubmit, changes, children, ref, ...rest }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const merged = useMergedRef(form, ref)
  // The router may answer later: until then, or until something is typed, the focus is due.
  const isDue = useRef(false)
  // Each attempt renders the form, also if its errors are those that it shows already.
  const [attempts, setAttempts] = useState(0)
  const [labels, setLabels] = useState(NONE)
  // Errors are in the rendered fields, those of the form and those of the router.
  useEffect(() => {
    if (attempts === 0 || !form.current) return
    if (isDue.current && revealFirst(form.current)) isDue.current = false
    const next = faultsIn(form.current)
      .map(labelOfField)
      .filter((label) => label !== '')
    setLabels((before) => (before.join('\n') === next.join('\n') ? before : next))
  })
  return (
    <form
      {...rest}
      ref={merged}
      onInput={() => {
        isDue.current = false
      }}
      onSubmit={(event) => {
        event.preventDefault()
        isDue.current = true
        onSubmit()
        // The errors of the attempt before are removed after this event, when a mutation has notified its component.
        setTimeout(() => setAttempts((before) => before + 1))
      }}
    >
      <FaultsProvider value={labels}>
        <Permitted to={changes} isShown>
          {children}
        </Permitted>
      </FaultsProvider>
    </form>
  )
}
