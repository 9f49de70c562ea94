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
import { SavedSwitch } from '../../../parts/forms/SavedSwitch.tsx'
import { SaveError, SaveNote } from '../../../parts/forms/SaveNote.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { systemTexts } from '../../../texts/machine/system.ts'
import { Releases } from './Releases.tsx'
import { useUpdateState } from './useUpdateState.ts'

const words = systemTexts.updates

function useSetting<T>(operation: Operation, save: (value: T) => Promise<unknown>) {
  return useMutation({
    scope: { id: 'updates' },
    mutationFn: save,
    onSettled: () => readAgain(operation, releases.state),
  })
}

/** Whether and where the router looks for new releases, and whether it installs them. The setup has the first switch, too. */
export function Updates() {
  const checks = useQuery(query(releases.checks)).data
  const source = useQuery(query(releases.source)).data
  const release = useQuery(query(releases.release)).data
  const automatic = useQuery(query(releases.updatesItself)).data
  const state = useUpdateState().data
  const check = useSetting(releases.checks, (isOn: boolean) => (isOn ? call(releases.check) : call(releases.checkNot)))
  const list = useSetting(releases.source, (URL: string) => call(releases.changeSource, { body: { URL } }))
  const channel = useSetting(releases.release, (CustomChannel: '' | '-dev') =>
    call(releases.choose, { body: { CustomChannel } }),
  )
  const auto = useSetting(releases.updatesItself, (isOn: boolean) =>
    isOn ? call(releases.updateItself) : call(releases.updateNot),
  )
  if (checks === undefined || automatic === undefined || !source || !release || !state) return null
  const hasSource = source.URL !== '' || state.Source !== ''
  const isOn = check.isPending ? check.variables : checks
  const { fields, rest } = complaintOf(list.error, ['URL'])
  const [last] = [check, list, channel, auto].sort((a, b) => b.submittedAt - a.submittedAt)
  return (
    <Section
      title={words.title}
      hint={state.Possible ? words.hint : `${words.hint} ${words.elsewhere}`}
      note={<SaveNote status={last?.status ?? 'idle'} />}
    >
      <div className={forms.form}>
        <Switch
          size="md"
          label={words.check}
          description={isOn && !hasSource ? words.noList : words.checkHint}
          checked={isOn}
          onChange={({ currentTarget }) => check.mutate(currentTarget.checked)}
        />
        {isOn && (
          <>
            <SavedField
              label={state.Possible ? words.repository : words.list}
              description={state.Possible ? words.repositoryHint(state.Source) : words.listHint}
              placeholder={
                state.Possible ? 'https://releases.example/sallyport' : 'https://releases.example/sallyport.json'
              }
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
            {state.Possible && (
              <SavedSwitch label={words.automatic} description={words.automaticHint} saved={automatic} save={auto} />
            )}
          </>
        )}
        {(hasSource || state.Previous !== '') && <Releases state={state} />}
        <SaveError error={auto.error ?? check.error ?? channel.error ?? (rest ? list.error : null)} />
      </div>
    </Section>
  )
}
