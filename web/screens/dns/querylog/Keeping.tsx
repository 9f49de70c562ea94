import { Button, TagsInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LEAST_MEGABYTES, MOST_DAYS, MOST_MEGABYTES } from '../../../../router/model/dns/querylog/bounds.ts'
import { dnsLog } from '../../../../router/model/dns/querylog/contract.ts'
import type { DnsLogSettings } from '../../../../router/model/dns/querylog/settings.ts'
import { useAct } from '../../../client/changes.ts'
import { call } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import { Confirmed } from '../../../parts/dialogs/Confirmed.tsx'
import { hostName } from '../../../parts/forms/hostName.ts'
import { SavedNumber } from '../../../parts/forms/SavedNumber.tsx'
import { SaveError, SaveNote } from '../../../parts/forms/SaveNote.tsx'
import { SwitchField } from '../../../parts/forms/SwitchField.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { showResult } from '../../../parts/notices/showResult.tsx'
import { dnsTexts } from '../../../texts/dns/dns.ts'
import { DevicesField } from '../DevicesField.tsx'
import styles from '../Form.module.css'
import { type ListChange, listChangeOf } from '../listChange.ts'

const { keep: words } = dnsTexts

/** How long queries are stored, and the devices whose queries are not. */
export function Keeping({ settings }: { settings: DnsLogSettings }) {
  const { StoreLocalMemory, HostPrivacyIPList, DomainIgnoreList } = settings
  const store = useAct(
    (isKept: boolean) => call(dnsLog.configure, { body: { StoreLocalMemory: isKept } }),
    dnsLog.config,
  )
  const limits = useAct(
    (some: Partial<Pick<DnsLogSettings, 'RetentionDays' | 'MaxMegabytes'>>) =>
      call(dnsLog.configure, { body: { StoreLocalMemory, ...some } }),
    dnsLog.config,
  )
  const privacy = useAct((ips: string[]) => call(dnsLog.setPrivacy, { body: ips }), dnsLog.config)
  const ignored = useAct(async ({ added, removed }: ListChange) => {
    for (const domain of added) await call(dnsLog.ignore, { params: { domain } })
    for (const domain of removed) await call(dnsLog.unignore, { params: { domain } })
  }, dnsLog.config)
  const names = ignored.isPending ? [...ignored.variables.after] : DomainIgnoreList
  const edits = [store, limits, privacy, ignored]
  const latest = edits.toSorted((a, b) => b.submittedAt - a.submittedAt)[0] ?? store
  return (
    <Section changes={dnsLog.configure} title={words.title} note={<SaveNote status={latest.status} />}>
      <SwitchField
        label={words.store}
        hint={words.storeHint}
        checked={store.isPending ? store.variables : StoreLocalMemory}
        onChange={(isKept) => store.mutate(isKept)}
      />
      <div className={styles.field}>
        <SavedNumber
          label={words.days}
          hint={words.daysHint}
          min={1}
          max={MOST_DAYS}
          value={settings.RetentionDays}
          onSave={(RetentionDays) => limits.mutate({ RetentionDays })}
        />
      </div>
      <div className={styles.field}>
        <SavedNumber
          label={words.megabytes}
          hint={words.megabytesHint}
          min={LEAST_MEGABYTES}
          max={MOST_MEGABYTES}
          value={settings.MaxMegabytes}
          onSave={(MaxMegabytes) => limits.mutate({ MaxMegabytes })}
        />
      </div>
      <div className={styles.field}>
        <DevicesField
          label={words.privacy}
          hint={words.privacyHint}
          ips={privacy.isPending ? privacy.variables : HostPrivacyIPList}
          onChange={(ips) => privacy.mutate(ips)}
        />
      </div>
      <TagsInput
        className={styles.field}
        label={words.ignored}
        description={words.ignoredHint}
        value={names}
        onChange={(next) => ignored.mutate(listChangeOf(names, next.map(hostName)))}
      />
      <SaveError error={latest.error} />
      <div className={styles.field}>
        <ClearLog />
      </div>
    </Section>
  )
}

/** Deletes the DNS log of all devices after a confirmation. */
function ClearLog() {
  const cache = useQueryClient()
  const clear = useMutation({
    mutationFn: () => call(dnsLog.clear),
    onSuccess: async () => {
      showResult(words.cleared)
      for (const operation of [dnsLog.queries, dnsLog.history, dnsLog.counts, dnsLog.clients, dnsLog.top])
        await cache.resetQueries({ queryKey: keyOf(operation) })
    },
  })
  return (
    <Confirmed title={words.clearTitle} hint={words.clearHint} confirm={words.clear} action={clear}>
      {(open) => (
        <Button variant="default" onClick={open}>
          {words.clear}
        </Button>
      )}
    </Confirmed>
  )
}
