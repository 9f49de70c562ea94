import { Button, NumberInput, SegmentedControl, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { remoteBackup } from '../../../../router/model/machine/backup/remote/contract.ts'
import { call } from '../../../client/client.ts'
import { AuthorityField } from '../../../parts/forms/AuthorityField.tsx'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { SecretField } from '../../../parts/forms/SecretField.tsx'
import { CopyButton } from '../../../parts/layout/CopyButton.tsx'
import { remoteTexts } from '../../../texts/machine/backup/remote.ts'
import styles from './Backup.module.css'
import type { RemoteFields, RemotePart } from './remoteFields.ts'

interface RemotePlaceProps extends RemotePart {
  /** The host key of the server, if the last test has ended because it is not the accepted one. */
  readonly newHostKey: string
  readonly onAccept: (hostKey: string) => void
  readonly hasPassword: boolean
  /** The label of the button that accepts the host key. */
  readonly accept?: string
}

const KINDS = (['sftp', 'webdav', 's3'] as const).map((value) => ({ value, label: remoteTexts.kinds[value] }))
const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

/** The server that stores backups, and how to sign in there. */
export function RemotePlace({ fields, type, errors, newHostKey, onAccept, hasPassword, accept }: RemotePlaceProps) {
  const field = (name: 'Host' | 'URL' | 'Bucket' | 'Region' | 'Folder' | 'User' | 'HostKey', label: string) => ({
    ...plain,
    label,
    value: fields[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      type({ [name]: value, ...(name === 'Host' && { HostKey: '' }) }),
  })
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={remoteTexts.kind}
        value={fields.Kind}
        onChange={(Kind) => type({ Kind: Kind as RemoteFields['Kind'] })}
        data={KINDS}
      />
      {fields.Kind === 'sftp' && (
        <div className={styles.pair}>
          <TextInput {...field('Host', remoteTexts.host)} placeholder="nas.lan" />
          <NumberInput
            label={remoteTexts.port}
            min={1}
            max={65_535}
            allowDecimal={false}
            hideControls
            value={fields.Port}
            onChange={(value) => type({ Port: Number(value), HostKey: '' })}
            error={errors.Port}
          />
        </div>
      )}
      {fields.Kind === 'webdav' && (
        <TextInput {...field('URL', remoteTexts.url)} description={remoteTexts.urlHint} type="url" />
      )}
      {fields.Kind === 's3' && (
        <>
          <TextInput {...field('URL', remoteTexts.endpoint)} description={remoteTexts.endpointHint} type="url" />
          <div className={styles.pair}>
            <TextInput {...field('Bucket', remoteTexts.bucket)} />
            <TextInput {...field('Region', remoteTexts.region)} placeholder="us-east-1" />
          </div>
        </>
      )}
      {fields.Kind === 'sftp' && (
        <TextInput {...field('Folder', remoteTexts.folder)} description={remoteTexts.folderHint} />
      )}
      {fields.Kind === 's3' && <TextInput {...field('Folder', remoteTexts.prefix)} />}
      <TextInput {...field('User', fields.Kind === 's3' ? remoteTexts.accessKey : remoteTexts.user)} />
      <SecretField
        label={fields.Kind === 's3' ? remoteTexts.secretKey : remoteTexts.password}
        {...(fields.Kind === 'sftp' && { description: remoteTexts.passwordHint })}
        isSaved={hasPassword}
        isOptional
        value={fields.Password}
        onChange={(Password) => type({ Password })}
        error={errors.Password}
      />
      {fields.Kind === 'sftp' ? (
        <>
          <PublicKey />
          <TextInput {...field('HostKey', remoteTexts.hostKey)} description={remoteTexts.hostKeyHint} />
          {newHostKey !== '' && (
            <section className={styles.newKey} aria-label={remoteTexts.newHostKey.title}>
              <strong>{remoteTexts.newHostKey.title}</strong>
              <output className="secret">{newHostKey}</output>
              <p>{fields.HostKey === '' ? remoteTexts.newHostKey.hint : remoteTexts.newHostKey.changed}</p>
              <div>
                <Button onClick={() => onAccept(newHostKey)}>{accept ?? remoteTexts.newHostKey.accept}</Button>
              </div>
            </section>
          )}
        </>
      ) : (
        <AuthorityField
          value={fields.Authority}
          onChange={(Authority) => type({ Authority })}
          error={errors.Authority}
        />
      )}
    </>
  )
}

/** The public key of the router, which is created when it is first shown. */
function PublicKey() {
  const read = useMutation({ mutationFn: () => call(remoteBackup.key) })
  return (
    <div>
      {read.data ? (
        <div className="stack-tight">
          <p className="quiet">{remoteTexts.publicKeyHint}</p>
          <output className={styles.letters} aria-label={remoteTexts.publicKey}>
            {read.data.PublicKey}
          </output>
          <div>
            <CopyButton text={read.data.PublicKey} />
          </div>
        </div>
      ) : (
        <Button variant="subtle" size="compact-sm" loading={read.isPending} onClick={() => read.mutate()}>
          {remoteTexts.showKey}
        </Button>
      )}
      <SaveError error={read.error} />
    </div>
  )
}
