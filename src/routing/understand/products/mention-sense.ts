import stored from '../../../../data/weights-understand/mentions.json' with { type: 'json' }
import { sigmoid } from '../../logistic.ts'
import { featureBits } from '../linear/feature-hash.ts'
import { scores } from '../linear/linear-model.ts'
import { unpackModel } from '../linear/weights-format.ts'
import type { ProductMention } from '../types.ts'
import { isCapitalised, opensSentence } from '../words/tokens.ts'
import { denialsBeside } from './denials.ts'
import { isCatalogName, type LexiconName } from './lexicon.ts'
import { mentionFeatures, type Standing } from './mention-features.ts'
import { roleOf } from './mention-roles.ts'

const model = unpackModel(stored, 1 << featureBits)

// A name that is no everyday word means its product unless the text plainly says otherwise.
const surelyNone = 0.8
// A product that is wrongly taken to be ruled out is not offered at all.
const surelyRuledOut = 0.6

const isDenied = ({ around, first, last }: Standing) => denialsBeside(around, first, last).length > 0

type Sense = Pick<ProductMention, 'role' | 'topicShare' | 'certainty'>

/** Whether a product is meant by a name, and whether the work is done in it, it is only talked about, or not to be used. */
export function senseOf(standing: Standing, name: LexiconName): Sense {
  const [worked = 0, talked = 0, other = 0, ruledOut = 0] = scores(model, mentionFeatures(standing, name)).map(sigmoid)
  const whole = worked + talked + other
  const [place, none] = [worked / whole, other / whole]
  const topicShare = talked / (worked + talked)
  if (ruledOut >= surelyRuledOut * (whole + ruledOut) && isDenied(standing))
    return { role: 'ruled_out', topicShare, certainty: 1 - other / (whole + ruledOut) }
  const role = roleOf(topicShare)
  const sure = (certainty: number) => ({ role, topicShare, certainty }) as const
  if (!name.common && isCatalogName(name)) return sure(none < surelyNone ? 1 : 1 - none)
  const { raw, start } = standing.around.tokens[standing.first]!
  const isCapital = isCapitalised(raw)
  // An everyday word that an entry had as its name is meant as such where it has a capital letter inside a sentence.
  if (name.slugs.length > 0 || (isCatalogName(name) && isCapital && standing.first > 0)) return sure(1 - none)
  // "Signal" and "Wise" are words before they are products, and in some languages every noun has a capital letter.
  if (name.common && !isCatalogName(name)) return sure(isCapital && !opensSentence(standing.around.text, start) ? place : 0)
  // If no entry has the name, naming it means that no tool is recommended, so it counts only as far as the work is done in it.
  return sure(isCapital && none < surelyNone ? 1 - topicShare : place)
}
