/** Learns what a product's name stands for in a text from training/mentions.tsv: node training/mentions.ts */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { marginOf, quantise } from './logistic.ts'
import { heldOut, labels, type MentionRow, readMentions, trainMentions } from './mention-rows.ts'

/** Weights below it are left out, which costs nothing in what is told right and saves a third of the file. */
const smallestStep = 14

function reportHeldOut(rows: readonly MentionRow[]): void {
  let [right, all] = [0, 0]
  const ruledOut = { told: 0, rightly: 0, meant: 0 }
  for (const { learned, held } of heldOut(rows)) {
    const trained = trainMentions(learned)
    for (const { features, label } of held) {
      const margins = trained.map((row) => marginOf(row, features))
      const told = labels[margins.indexOf(Math.max(...margins))]
      all++
      if (told === label) right++
      if (label === 'x') ruledOut.meant++
      if (told === 'x') ruledOut.told++
      if (told === 'x' && label === 'x') ruledOut.rightly++
    }
  }
  console.log(`held out ${(right / all).toFixed(3)} of ${all}; ruled out: ${JSON.stringify(ruledOut)}`)
}

const rows = readMentions('mentions.tsv')
reportHeldOut(rows)
writeFileSync(
  join(import.meta.dirname, '../data/weights-understand/mentions.json'),
  `${JSON.stringify(quantise(trainMentions(rows), smallestStep))}\n`,
)
