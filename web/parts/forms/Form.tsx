import type { ComponentProps } from 'react'
import type { Operation } from '../../../router/features/operation.ts'
import { Permitted } from '../layout/Permitted.tsx'

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'action'> {
  onSubmit: () => void
  /** What it calls. Users who may not call it see the values, without buttons. */
  changes?: Pick<Operation, 'details'>
}

/** A form with controlled fields. Not a form action: React resets the elements of a form after its action. */
export const Form = ({ onSubmit, changes, children, ...rest }: FormProps) => (
  <form
    {...rest}
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  >
    <Permitted to={changes} isShown>
      {children}
    </Permitted>
  </form>
)
