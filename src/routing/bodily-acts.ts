import { tokenise } from './understand/tokens.ts'

/** Verbs of work with hands and body. No server can do them, however much its name sounds like the thing worked on. */
const bodilyVerbs = new Set(
  `assemble bake bandage bathe boil bury butcher carve chop climb comb cook crochet defrost dig dive drag drink drown dust eat
  embroider excavate fish fold fry glue groom gut hammer hang harvest haul hem herd hoover hug inflate inject iron jog juggle kiss
  knead knit lift manicure marinate massage milk mop mow nurse paint peel perm pet pickle pilot plaster plough plow pluck plumb polish
  pour prune rake refuel repaint rescue rewire rinse saddle sail salt sand saw scoop scrub sew shave shear shovel shower skate ski
  slice smell sow sprinkle steer stir straighten sweep swim tango taste teleport tile tow transplant unclog uncork unload unwrap
  vaccinate vacuum varnish wash water wax weave weed weld whittle wrap wrestle`.split(/\s+/),
)

/** Things that live in software: with one of them in the sentence the verb is a figure of speech ("clean the CSV", "feed the model"). */
const softwareNouns =
  /\b(?:data|database|file|files|csv|json|pdf|picture|pictures|portrait|logo|poem|story|image|images|photo|photos|video|audio|text|table|column|rows?|sheet|page|site|website|url|code|repo\w*|branch|docker|container|cluster|server|api|log|logs|email|inbox|list|record|records|folder|account|app|model|chart|diagram|playlist|song|map|calendar|ticket|board|document|docs?|notes?|slide|deck|report|query|index|cache|queue|backup|disk|memory|wallet|token|invoice|payment|order|3d|scene|sprite|robot|vacuum cleaner|lights?|thermostat|smart)\b/i

const polite = new Set('please kindly can could would you just now also then and to i need want me someone'.split(' '))

/** True when the text asks for something that only a body can do. */
export function isBodilyAct(text: string): boolean {
  if (text.length > 200 || softwareNouns.test(text)) return false
  const first = tokenise(text).find(({ norm }) => !polite.has(norm))
  return first !== undefined && bodilyVerbs.has(first.norm)
}
