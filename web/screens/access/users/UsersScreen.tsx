import { Button } from '@mantine/core'
import { useState } from 'react'
import { ADMIN } from '../../../../router/model/access/credentials/onetime.ts'
import type { ListedUser } from '../../../../router/model/access/users/contract.ts'
import { ownName } from '../../../client/may.ts'
import { ConfirmDialog } from '../../../parts/dialogs/ConfirmDialog.tsx'
import { Dialog } from '../../../parts/dialogs/Dialog.tsx'
import forms from '../../../parts/forms/Form.module.css'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { usersTexts as words } from '../../../texts/access/users.ts'
import { OnPhone } from './OnPhone.tsx'
import { UserForm } from './UserForm.tsx'
import styles from './Users.module.css'
import { useUsers } from './useUsers.ts'

/** What is open above the list. */
type Open = { readonly kind: 'add' } | { readonly kind: 'edit' | 'remove'; readonly user: ListedUser }

/** Users and their roles. */
export function UsersScreen() {
  const { list, save, remove } = useUsers()
  const [open, setOpen] = useState<Open>()
  const close = () => {
    save.reset()
    setOpen(undefined)
  }
  const user = open && 'user' in open ? open.user : undefined
  const isForm = open !== undefined && open.kind !== 'remove'
  return (
    <div className={styles.page}>
      <Section title={words.title} hint={words.hint}>
        {list.data ? (
          <ul className={styles.list}>
            {list.data.map((one) => (
              <Row key={one.Name} user={one} onOpen={(kind) => setOpen({ kind, user: one })} />
            ))}
          </ul>
        ) : (
          <LoadState title={words.failed} query={list} height={72} />
        )}
        <div className={forms.buttons}>
          <Button onClick={() => setOpen({ kind: 'add' })}>{words.add}</Button>
        </div>
        <Dialog
          opened={isForm}
          onClose={close}
          title={user ? words.editTitle(user.Name) : words.add}
          isBusy={save.isPending}
        >
          {isForm && <UserForm key={user?.Name} user={user} save={save} onDone={close} />}
        </Dialog>
        <ConfirmDialog
          opened={open?.kind === 'remove'}
          onClose={close}
          title={words.removeTitle(user?.Name ?? '')}
          hint={words.removeHint}
          confirm={words.remove}
          onConfirm={() => user && remove.mutate(user.Name, { onSuccess: close })}
          action={remove}
        />
      </Section>
      <OnPhone />
    </div>
  )
}

function Row({ user, onOpen }: { user: ListedUser; onOpen: (kind: 'edit' | 'remove') => void }) {
  const { Name, Role, Groups, OneTimeCodes, Passkeys } = user
  const notes = [
    words.roles[Role],
    Name === ownName() && words.you,
    Groups.length > 0 && words.sees(Groups.join(', ')),
    OneTimeCodes && words.codes,
    Passkeys > 0 && words.passkeys(Passkeys),
  ]
  return (
    <li className={styles.row}>
      <div>
        <strong>{Name}</strong>
        <p className={styles.note}>{notes.filter((note) => note !== false).join(' · ')}</p>
      </div>
      {Name !== ADMIN && (
        <div className={forms.buttons}>
          <Button variant="default" aria-label={words.editOf(Name)} onClick={() => onOpen('edit')}>
            {words.edit}
          </Button>
          <Button variant="default" aria-label={`${words.remove} ${Name}`} onClick={() => onOpen('remove')}>
            {words.remove}
          </Button>
        </div>
      )}
    </li>
  )
}
