import { Button, NativeSelect } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { tls } from '../../../../router/model/machine/tls/contract.ts'
import forms from '../../../parts/forms/Form.module.css'
import { Section } from '../../../parts/layout/Section.tsx'
import { tlsTexts } from '../../../texts/machine/tls.ts'
import { type Platform, platformOf } from './platform.ts'
import styles from './Tls.module.css'

const words = tlsTexts.install

/** The certificate of the router's own authority, and what to do with it. */
export const Install = () => (
  <Section title={words.title} hint={words.hint}>
    <InstallSteps />
  </Section>
)

/** The download of the certificate, and the steps of each platform. */
export function InstallSteps() {
  const [platform, setPlatform] = useState<Platform>(() => platformOf(navigator.userAgent))
  return (
    <div className={forms.form}>
      <div>
        {/* A plain, public link: phones accept a certificate only from a regular download. */}
        <Button
          component="a"
          href={tls.authority.path}
          download="sallyport.crt"
          leftSection={<IconDownload size={18} stroke={1.6} />}
        >
          {words.download}
        </Button>
      </div>
      <NativeSelect
        label={words.how}
        value={platform}
        onChange={({ currentTarget }) => setPlatform(currentTarget.value as Platform)}
        data={Object.entries(words.platforms).map(([value, { name }]) => ({ value, label: name }))}
      />
      <ol className={styles.steps}>
        {words.platforms[platform].steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  )
}
