import { NativeSelect, Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { releases } from '../../../../router/model/machine/releases/contract.ts'
import type { Operation } from '../../../../router/model/operation.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { readAgain } from '../../../client/readAgain.ts'
import forms from '../../../parts/forms/Form.module.css'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { SavedField } from '../../../parts/forms/SavedField.tsx'
import { SaveError, SaveNote } from '../../../parts/forms/SaveNote.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { systemTexts } from '../../../texts/machine/system.ts'

const words = systemTexts.updates

function useSetting<T>(operation: Operation, save: (value: T) => Promise<unknown>) {
  return useMutation({
    scope: { id: 'updates' },
    mutationFn: save,
    onSettled: () => readAgain(operation, releases.available),
  })
}

/** Whether and where the router looks for new releases, and the newest that it has found. The setup has this switch, too. */
export function Updates() {
  const checks = useQuery(query(releases.checks)).data
  const source = useQuery(query(releases.source)).data
  const release = useQuery(query(releases.release)).data
  const [newest] = useQuery(query(releases.available, { query: {} })).data ?? []
  const check = useSetting(releases.checks, (isOn: boolean) => (isOn ? call(releases.check) : call(releases.checkNot)))
  const list = useSetting(releases.source, (URL: string) => call(releases.changeSource, { body: { URL } }))
  const channel = useSetting(releases.release, (CustomChannel: '' | '-dev') =>
    call(releases.choose, { body: { CustomChannel } }),
  )
  if (checks === undefined || !source || !release) return null
  const isOn = check.isPending ? check.variables : checks
  const { fields, rest } = complaintOf(list.error, ['URL'])
  const [last] = [check, list, channel].sort((a, b) => b.submittedAt - a.submittedAt)
  return (
    <Section title={words.title} hint={words.hint} note={<SaveNote status={last?.status ?? 'idle'} />}>
      <div className={forms.form}>
        <Switch
          size="md"
          label={words.check}
          description={isOn && source.URL === '' ? words.noList : words.checkHint}
          checked={isOn}
          onChange={({ currentTarget }) => check.mutate(currentTarget.checked)}
        />
        {isOn && (
          <>
            <SavedField
              label={words.list}
              description={words.listHint}
              placeholder="https://releases.example/sallyport.json"
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              saved={source.URL}
              save={list}
              onSave={(url, onSuccess) => list.mutate(url, { onSuccess })}
              error={fields.URL}
            />
            <NativeSelect
              label={words.channel}
              value={channel.isPending ? channel.variables : release.CustomChannel}
              onChange={({ currentTarget }) => channel.mutate(currentTarget.value === '-dev' ? '-dev' : '')}
              data={[
                { value: '', label: words.channels[''] },
                { value: '-dev', label: words.channels['-dev'] },
              ]}
            />
            {source.URL !== '' && (
              <p role="status">
                {newest === undefined || newest === release.Current ? words.none : words.found(newest)}
              </p>
            )}
          </>
        )}
        <SaveError error={check.error ?? channel.error ?? (rest ? list.error : null)} />
      </div>
    </Section>
  )
}
