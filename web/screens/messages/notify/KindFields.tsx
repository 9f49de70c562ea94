import { Button, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core'
import { AuthorityField } from '../../../parts/forms/AuthorityField.tsx'
import { SecretField } from '../../../parts/forms/SecretField.tsx'
import { type TextFieldName, textFieldOf } from '../../../parts/forms/textField.ts'
import { More } from '../../../parts/layout/Disclosure.tsx'
import { notifyTexts } from '../../../texts/messages/notify.ts'
import styles from './Notifications.module.css'
import type { TargetField, TargetPartProps } from './TargetForm.tsx'
import { newTopic, PORTS, savedSecrets, type TargetFields } from './target.ts'

/** The settings that only this kind of destination has. */
export function KindFields({ saved, fields, type, errors }: TargetPartProps) {
  const has = savedSecrets(saved)
  const input = textFieldOf(fields, type)
  const text = (name: TextFieldName<TargetFields>, field: TargetField) => ({
    ...input(name, errors[field]),
    autoCapitalize: 'none',
  })
  const secret = (name: 'password' | 'token' | 'secret', field: TargetField) => ({
    isSaved: has[name],
    value: fields[name],
    onChange: (value: string) => type({ [name]: value }),
    error: errors[field],
    isOptional: true,
  })
  const authority = (field: 'Ntfy.Authority' | 'Webhook.Authority') => (
    <More label={notifyTexts.one.advanced} isOpen={fields.authority !== '' || errors[field] !== undefined}>
      <AuthorityField value={fields.authority} onChange={(value) => type({ authority: value })} error={errors[field]} />
    </More>
  )
  if (fields.kind === 'email') {
    const words = notifyTexts.email
    return (
      <>
        <TextInput label={words.host} placeholder={words.hostPlaceholder} {...text('host', 'Email.Host')} />
        <div className={styles.pair}>
          <NativeSelect
            label={words.security}
            value={fields.security}
            onChange={({ currentTarget }) => {
              const security = currentTarget.value as TargetFields['security']
              const isUsual = fields.port === PORTS[fields.security]
              type({ security, ...(isUsual && { port: PORTS[security] }) })
            }}
            data={Object.entries(words.securities).map(([value, label]) => ({ value, label }))}
            error={errors['Email.Security']}
          />
          <NumberInput
            label={words.port}
            min={1}
            max={65_535}
            allowDecimal={false}
            value={fields.port}
            onChange={(value) => type({ port: Number(value) })}
            error={errors['Email.Port']}
          />
        </div>
        {fields.security === 'none' ? (
          <p className="quiet">{words.unencrypted}</p>
        ) : (
          <>
            <TextInput label={words.user} description={words.userHint} {...text('user', 'Email.User')} />
            <SecretField
              label={words.password}
              description={words.passwordHint}
              {...secret('password', 'Email.Password')}
            />
          </>
        )}
        <TextInput
          label={words.from}
          placeholder={words.addressPlaceholder}
          inputMode="email"
          {...text('sender', 'Email.From')}
        />
        <TextInput
          label={words.to}
          description={words.toHint}
          placeholder={words.addressPlaceholder}
          inputMode="email"
          {...text('recipients', 'Email.To')}
        />
        <More
          label={notifyTexts.one.advanced}
          isOpen={[fields.ehlo, fields.authority, errors['Email.EHLO'], errors['Email.Authority']].some(Boolean)}
        >
          <Stack gap="md">
            <TextInput label={words.ehlo} description={words.ehloHint} {...text('ehlo', 'Email.EHLO')} />
            {fields.security !== 'none' && (
              <AuthorityField
                value={fields.authority}
                onChange={(value) => type({ authority: value })}
                error={errors['Email.Authority']}
              />
            )}
          </Stack>
        </More>
      </>
    )
  }
  if (fields.kind === 'ntfy') {
    const words = notifyTexts.ntfy
    return (
      <>
        <TextInput label={words.server} inputMode="url" {...text('server', 'Ntfy.Server')} />
        <div>
          <TextInput label={words.topic} description={words.topicHint} {...text('ntfyTopic', 'Ntfy.Topic')} />
          <Button variant="subtle" size="compact-sm" onClick={() => type({ ntfyTopic: newTopic() })}>
            {words.generate}
          </Button>
        </div>
        <SecretField label={words.token} description={words.tokenHint} {...secret('token', 'Ntfy.Token')} />
        {isHttps(fields.server) && authority('Ntfy.Authority')}
      </>
    )
  }
  if (fields.kind === 'webhook') {
    const words = notifyTexts.webhook
    return (
      <>
        <TextInput
          label={words.url}
          description={words.urlHint}
          placeholder={words.urlPlaceholder}
          inputMode="url"
          {...text('url', 'Webhook.URL')}
        />
        <SecretField label={words.secret} description={words.secretHint} {...secret('secret', 'Webhook.Secret')} />
        {isHttps(fields.url) && authority('Webhook.Authority')}
      </>
    )
  }
  if (fields.kind === 'mqtt') {
    const words = notifyTexts.mqtt
    return <TextInput label={words.topic} description={words.topicHint} {...text('mqttTopic', 'MQTT.Topic')} />
  }
  return null
}

const isHttps = (url: string): boolean => /^\s*https:/i.test(url)
