import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { BlockList } from '../../../../router/model/dns/blocklists/blocklist.ts'
import { cleared } from '../../../parts/forms/draft.ts'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { dnsTexts } from '../../../texts/dns/dns.ts'
import styles from './AddList.module.css'
import { SUGGESTIONS } from './suggestions.ts'
import { usePutList } from './useLists.ts'

const { list: words } = dnsTexts

/** Popular lists, and a field for a URL. */
export function AddList({ lists }: { lists: readonly BlockList[] }) {
  const put = usePutList()
  const open = SUGGESTIONS.filter(({ uri }) => !lists.some(({ URI }) => URI === uri))
  return (
    <>
      <Section title={words.known} hint={words.knownHint}>
        {open.length === 0 && <p>{words.allAdded}</p>}
        <ul className={styles.known}>
          {open.map(({ name, hint, uri, category }) => (
            <li key={uri} className={styles.suggestion}>
              <div className={styles.words}>
                <strong>{name}</strong>
                <span>{hint}</span>
                <code>{uri}</code>
              </div>
              <Button
                size="xs"
                variant="default"
                aria-label={words.addKnown(name)}
                leftSection={<IconPlus size={16} aria-hidden />}
                loading={put.isPending && put.variables.URI === uri}
                onClick={() => put.mutate({ URI: uri, Enabled: true, Category: category })}
              >
                {dnsTexts.add}
              </Button>
            </li>
          ))}
        </ul>
        <SaveError error={put.error} />
      </Section>
      <OwnList />
    </>
  )
}

function OwnList() {
  const put = usePutList()
  const [address, setAddress] = useState('')
  const complaint = complaintOf(put.error, ['URI'])
  const submit = () =>
    put.mutate({ URI: address, Enabled: true }, { onSuccess: () => setAddress(cleared(address, '')) })
  return (
    <Section title={words.own} hint={words.ownHint}>
      <form action={submit} className={styles.form} noValidate>
        <TextInput
          className={styles.address}
          aria-label={words.address}
          placeholder={words.addressPlaceholder}
          type="url"
          inputMode="url"
          autoComplete="off"
          value={address}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          error={complaint.fields.URI}
        />
        <Button type="submit" loading={put.isPending}>
          {dnsTexts.add}
        </Button>
      </form>
      {complaint.rest !== '' && <SaveError error={put.error} />}
    </Section>
  )
}
