import { Button, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { plugins } from '../../../../router/model/plugins/installed/contract.ts'
import { plus } from '../../../../router/model/plugins/plus/contract.ts'
import type { Extension } from '../../../../router/model/plugins/plus/extensions.ts'
import { changesOf } from '../../../client/changes.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { ConfirmDialog } from '../../../parts/dialogs/ConfirmDialog.tsx'
import { cleared } from '../../../parts/forms/draft.ts'
import forms from '../../../parts/forms/Form.module.css'
import { Form } from '../../../parts/forms/Form.tsx'
import { SavedField } from '../../../parts/forms/SavedField.tsx'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { SubmitButton } from '../../../parts/forms/SubmitButton.tsx'
import { SwitchField } from '../../../parts/forms/SwitchField.tsx'
import { CopyButton } from '../../../parts/layout/CopyButton.tsx'
import { More } from '../../../parts/layout/Disclosure.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { pluginTexts } from '../../../texts/plugins/plugins.ts'
import styles from '../installed/Plugins.module.css'
import type { Plugin } from '../installed/plugin.ts'

const texts = pluginTexts.plus
const EXTENSIONS = Object.keys(texts.extensions) as Extension[]

/** A change of PLUS, after which the token and the list of plugins are loaded again. */
const usePlusChange = changesOf(plus.token, plus.server, plugins.pluginsApi)

/** The PLUS token, and the extensions that it permits. */
export function Plus({ plugins }: { plugins: readonly Plugin[] }) {
  const token = useQuery(query(plus.token))
  const server = useQuery(query(plus.server))
  const error = token.error ?? server.error
  const isOwn = server.data?.URL === ''
  return (
    <Section title={texts.title} hint={isOwn ? texts.hint : texts.hintServer}>
      {token.data !== undefined && server.data ? (
        <div className={forms.form}>
          {token.data === '' ? isOwn && <Create /> : <Extensions plugins={plugins} />}
          {token.data !== '' && <Token token={token.data} />}
          <More label={token.data === '' ? texts.enter : texts.change} isOpen={!isOwn && token.data === ''}>
            <div className="stack">
              <Enter />
              <Server url={server.data.URL} />
            </div>
          </More>
        </div>
      ) : (
        <LoadState
          title={texts.failed}
          query={{ error, refetch: () => Promise.all([token.refetch(), server.refetch()]) }}
          height={80}
          radius="lg"
        />
      )}
    </Section>
  )
}

function Create() {
  const create = usePlusChange(() => call(plus.createToken))
  return (
    <div>
      <Button loading={create.isPending} onClick={() => create.mutate()}>
        {texts.create}
      </Button>
      <SaveError error={create.error} />
    </div>
  )
}

function Extensions({ plugins }: { plugins: readonly Plugin[] }) {
  const turn = usePlusChange(({ name, on }: { name: Extension; on: boolean }) =>
    on ? call(plus.start, { body: name }) : call(plus.stop, { body: name }),
  )
  const isOn = (name: Extension): boolean =>
    turn.isPending && turn.variables.name === name
      ? turn.variables.on
      : plugins.some(({ Name, Plus, Enabled }) => Name === name && Plus && Enabled)
  return (
    <div>
      {EXTENSIONS.map((name) => (
        <SwitchField
          key={name}
          label={
            <>
              {texts.extensions[name].title} <code className={styles.code}>{name}</code>
            </>
          }
          hint={texts.extensions[name].hint}
          checked={isOn(name)}
          onChange={(on) => turn.mutate({ name, on })}
        />
      ))}
      <SaveError error={turn.error} />
    </div>
  )
}

function Token({ token }: { token: string }) {
  const [asked, { open, close }] = useDisclosure(false)
  const remove = usePlusChange(() => call(plus.setToken, { body: '' }))
  return (
    <div className="stack-tight">
      <div>
        <p className={styles.note}>{texts.token}</p>
        <output className="secret">{token}</output>
      </div>
      <div className={forms.buttons}>
        <CopyButton text={token} />
        <Button variant="default" onClick={open}>
          {texts.remove}
        </Button>
      </div>
      <ConfirmDialog
        opened={asked}
        onClose={close}
        title={texts.removeTitle}
        hint={texts.removeHint}
        confirm={texts.removeConfirm}
        onConfirm={() => remove.mutate(undefined, { onSuccess: close })}
        action={remove}
      />
    </div>
  )
}

/** A token from elsewhere, such as another router of the owner or a licence server. */
function Enter() {
  const [typed, setTyped] = useState('')
  const save = usePlusChange((body: string) => call(plus.setToken, { body }))
  return (
    <Form
      className="stack"
      onSubmit={() => save.mutate(typed.trim(), { onSuccess: () => setTyped(cleared(typed, '')) })}
    >
      <TextInput
        label={texts.token}
        placeholder={texts.tokenPlaceholder}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        error={save.error?.message}
        required
        withAsterisk={false}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div>
        <SubmitButton variant="default" loading={save.isPending}>
          {texts.submit}
        </SubmitButton>
      </div>
    </Form>
  )
}

function Server({ url }: { url: string }) {
  const save = usePlusChange((URL: string) => call(plus.changeServer, { body: { URL } }))
  return (
    <SavedField
      label={texts.server}
      description={texts.serverHint}
      saved={url}
      onSave={(text, onSaved) => save.mutate(text, { onSuccess: onSaved })}
      save={save}
      error={save.error?.message}
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}
