import forms from '../../parts/Form.module.css'
import { Capture } from './Capture.tsx'
import { Explain } from './Explain.tsx'
import { Ping } from './Ping.tsx'
import { Places } from './Places.tsx'

/** For when something does not work: what the rules say, who answers, and what is really sent. */
export const DiagnosisScreen = () => (
  <div className={forms.columns}>
    <Places />
    <Explain />
    <Ping />
    <Capture />
  </div>
)
