import { useMutation, useQuery } from '@tanstack/react-query'
import { info } from '../../../../router/model/machine/info/contract.ts'
import { HostName as Schema } from '../../../../router/model/machine/info/hostname-schema.ts'
import { call } from '../../../client/client.ts'
import { replace } from '../../../client/replace.ts'
import { SavedField } from '../../../parts/forms/SavedField.tsx'
import { SaveNote } from '../../../parts/forms/SaveNote.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { systemTexts } from '../../../texts/machine/system.ts'
import { hostname } from './machine.ts'

export function HostNameForm() {
  const known = useQuery(hostname)
  const save = useMutation({
    mutationFn: (name: string) => call(info.change, { params: { name: 'hostname' }, body: name }),
    onSuccess: (_, name) => replace(hostname.queryKey, name),
  })
  return (
    <Section title={systemTexts.name.title} hint={systemTexts.name.hint} note={<SaveNote status={save.status} />}>
      {known.data !== undefined ? (
        <SavedField
          aria-label={systemTexts.name.title}
          maxLength={63}
          spellCheck={false}
          saved={known.data}
          faultOf={(name) => (Schema.safeParse(name).success ? undefined : systemTexts.name.rule)}
          save={save}
          onSave={(name, onSuccess) => save.mutate(name, { onSuccess })}
          error={save.error?.message}
        />
      ) : (
        <LoadState title={systemTexts.name.failed} query={known} height={36} />
      )}
    </Section>
  )
}
