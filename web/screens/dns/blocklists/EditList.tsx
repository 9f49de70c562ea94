import { Button, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { BlockList } from '../../../../router/model/dns/blocklists/blocklist.ts'
import { Dialog } from '../../../parts/dialogs/Dialog.tsx'
import { Form } from '../../../parts/forms/Form.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { LabelsField } from '../../../parts/forms/LabelsField.tsx'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { SubmitButton } from '../../../parts/forms/SubmitButton.tsx'
import { dnsTexts } from '../../../texts/dns/dns.ts'
import { Choice } from '../../internet/links/Choice.tsx'
import styles from '../Form.module.css'
import { useWho } from '../useWho.ts'
import { usePutList } from './useLists.ts'

const { list: words } = dnsTexts

interface EditListProps {
  list: BlockList
  opened: boolean
  onClose: () => void
}

/** Settings of a list: its devices, and whether it blocks or only labels. */
export const EditList = ({ list, opened, onClose }: EditListProps) => (
  <Dialog opened={opened} onClose={onClose} title={words.editTitle}>
    {opened && <Fields list={list} onClose={onClose} />}
  </Dialog>
)

function Fields({ list, onClose }: Omit<EditListProps, 'opened'>) {
  const { tags } = useWho()
  const [given, setGiven] = useState(list)
  // The router takes a list without tags for one that is for all devices.
  const [isForAll, setForAll] = useState(list.Tags.length === 0)
  const [tried, setTried] = useState(false)
  const put = usePutList()
  const complaint = complaintOf(put.error, ['Category'])
  const change = (some: Partial<BlockList>) => setGiven({ ...given, ...some })
  const lacksTags = !isForAll && given.Tags.length === 0
  const submit = () => {
    setTried(true)
    if (!lacksTags) put.mutate({ ...given, Tags: isForAll ? [] : given.Tags }, { onSuccess: onClose })
  }
  return (
    <Form onSubmit={submit} className={styles.form}>
      <Choice
        label={words.who}
        options={[
          { value: 'all', name: words.forAll },
          { value: 'tags', name: words.forTags },
        ]}
        value={isForAll ? 'all' : 'tags'}
        onChange={(value) => setForAll(value === 'all')}
      />
      {!isForAll && (
        <LabelsField
          label={words.forTags}
          labels={given.Tags}
          known={tags}
          onChange={(Tags) => change({ Tags })}
          error={tried && lacksTags ? words.tagsMissing : undefined}
        />
      )}
      <TextInput
        label={words.category}
        description={words.categoryHint}
        maxLength={64}
        autoComplete="off"
        value={given.Category}
        onChange={({ currentTarget }) => change({ Category: currentTarget.value })}
        error={complaint.fields.Category}
      />
      <Switch
        label={words.labelOnly}
        description={words.labelOnlyHint}
        checked={given.DontBlock}
        onChange={({ currentTarget }) => change({ DontBlock: currentTarget.checked })}
      />
      <Switch
        label={words.atHome}
        description={words.atHomeHint}
        checked={given.AllowPrivate ?? false}
        onChange={({ currentTarget }) => change({ AllowPrivate: currentTarget.checked })}
      />
      {complaint.rest !== '' && <SaveError error={put.error} />}
      <div className={styles.answers}>
        <Button variant="default" onClick={onClose}>
          {dnsTexts.cancel}
        </Button>
        <SubmitButton loading={put.isPending}>{dnsTexts.save}</SubmitButton>
      </div>
    </Form>
  )
}
