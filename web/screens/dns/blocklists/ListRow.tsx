import { Button, Switch } from '@mantine/core'
import { IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { BlockList, BlockListStatus } from '../../../../router/model/dns/blocklists/blocklist.ts'
import { dnsBlock } from '../../../../router/model/dns/blocklists/contract.ts'
import { ConfirmDialog } from '../../../parts/dialogs/ConfirmDialog.tsx'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { Chips } from '../../../parts/layout/Chips.tsx'
import { IconButton } from '../../../parts/layout/IconButton.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { dnsTexts } from '../../../texts/dns/dns.ts'
import { EditList } from './EditList.tsx'
import styles from './ListRow.module.css'
import { isUnderWay, listStatusLine } from './listState.ts'
import { nameOfList } from './suggestions.ts'
import { useAcceptList, usePutList, useRefreshList, useRemoveList } from './useLists.ts'

const { list: words } = dnsTexts

/** A block list: name, state and the devices that it applies to. */
export function ListRow({ list, status }: { list: BlockList; status: BlockListStatus | undefined }) {
  const { URI, Tags, Category, DontBlock } = list
  const [asked, setAsked] = useState<'edit' | 'remove' | 'accept'>()
  const put = usePutList()
  const refresh = useRefreshList()
  const name = nameOfList(URI)
  const isEnabled = put.isPending ? (put.variables.Enabled ?? list.Enabled) : list.Enabled
  const marks = [
    ...(Category ? [Category] : []),
    ...(Tags.length > 0 ? [words.onlyFor(Tags.join(', '))] : []),
    ...(DontBlock ? [words.labels] : []),
  ]
  const close = () => setAsked(undefined)
  return (
    <li className={styles.row}>
      <Permitted to={dnsBlock.putBlockLists} isShown>
        <Switch
          size="md"
          aria-label={words.use(name)}
          checked={isEnabled}
          onChange={({ currentTarget }) => put.mutate({ URI, Enabled: currentTarget.checked })}
        />
      </Permitted>
      <div className={styles.words}>
        <div className={styles.title}>
          <strong>{name}</strong>
          <Chips words={marks} kind="label" />
        </div>
        <code>{URI}</code>
        <span className={styles.status} data-state={status?.State} role="status">
          {status && listStatusLine(status, Date.now())}
        </span>
        {status?.State === 'failed' && status.Acceptable && (
          <Permitted to={dnsBlock.refresh}>
            <Button
              variant="light"
              size="xs"
              aria-label={words.accept(name)}
              className={styles.accept}
              onClick={() => setAsked('accept')}
            >
              {words.acceptShort}
            </Button>
          </Permitted>
        )}
        <SaveError error={put.error ?? refresh.error} />
      </div>
      <Permitted to={dnsBlock.putBlockLists}>
        <div className={styles.actions}>
          {list.Enabled && (
            <IconButton
              label={words.refresh(name)}
              icon={IconRefresh}
              loading={refresh.isPending || (status !== undefined && isUnderWay(status))}
              onClick={() => refresh.mutate(URI)}
            />
          )}
          <IconButton label={words.edit(name)} icon={IconPencil} onClick={() => setAsked('edit')} />
          <IconButton label={words.remove(name)} icon={IconTrash} onClick={() => setAsked('remove')} />
        </div>
      </Permitted>
      <EditList list={list} opened={asked === 'edit'} onClose={close} />
      <AcceptList uri={URI} opened={asked === 'accept'} onClose={close} />
      <RemoveList uri={URI} opened={asked === 'remove'} onClose={close} />
    </li>
  )
}

interface ListDialogProps {
  uri: string
  opened: boolean
  onClose: () => void
}

/** Removes a list after a confirmation. */
function RemoveList({ uri, opened, onClose }: ListDialogProps) {
  const remove = useRemoveList()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={dnsTexts.list.removeTitle(nameOfList(uri))}
      hint={dnsTexts.list.removeHint}
      confirm={dnsTexts.remove}
      onConfirm={() => remove.mutate(uri)}
      action={remove}
    />
  )
}

/** Uses a document that was refused, after a confirmation. */
function AcceptList({ uri, opened, onClose }: ListDialogProps) {
  const accept = useAcceptList()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={words.acceptTitle(nameOfList(uri))}
      hint={words.acceptHint}
      confirm={words.acceptShort}
      onConfirm={() => accept.mutate(uri)}
      action={accept}
    />
  )
}
