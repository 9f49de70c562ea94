import type { UseMutationResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import type { ListPath } from '../layout/OnePage.tsx'
import { Permitted } from '../layout/Permitted.tsx'
import { Removal } from './Removal.tsx'

interface DeletionProps {
  name: string
  words:
    | { remove: string; removeTitle: (name: string) => string; removeHint: string; removeConfirm: string }
    | { delete: string; deleteTitle: (name: string) => string; deleteHint: string }
  /** The operation that `remove` calls. Users who may not call it see nothing. */
  changes?: ComponentProps<typeof Permitted>['to']
  /** The hook of its changes (`changesOf`). */
  useChange: (
    make: () => Promise<unknown>,
  ) => Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'isPending' | 'error' | 'reset'>
  remove: () => Promise<unknown>
  /** The list that it was in, which is opened then. */
  list: ListPath
}

/** The end of a page about one thing that has a name: deletes it after a confirmation, and leaves the page. */
export function Deletion({ name, words, changes, useChange, remove, list }: DeletionProps) {
  const navigate = useNavigate()
  // Before the list is read again, in which it is missing.
  const action = useChange(async () => {
    await remove()
    await navigate({ to: list, ignoreBlocker: true })
  })
  const question =
    'removeTitle' in words
      ? {
          ...{ label: words.remove, title: words.removeTitle(name) },
          ...{ hint: words.removeHint, confirm: words.removeConfirm },
        }
      : { label: words.delete, title: words.deleteTitle(name), hint: words.deleteHint }
  return (
    <Permitted to={changes}>
      <Removal {...question} action={action} />
    </Permitted>
  )
}
