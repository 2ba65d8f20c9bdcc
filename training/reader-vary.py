"""Makes many unlabelled variants of the reader's tasks: words replaced by words of like meaning, other product names, parts of two
tasks joined, words left out. What they need is told by the teachers in reader.py.
Usage: python3 training/reader-vary.py --data <folder of reader-data.ts>"""
import argparse, gzip, json, os, random, re
from collections import Counter
from multiprocessing import Pool
import numpy as np

parser = argparse.ArgumentParser()
parser.add_argument('--data', required=True)
args = parser.parse_args()
# How many parts are made side by side, each with a chance of its own, whatever the machine.
PARTS = 32
weights = os.path.join(os.path.dirname(__file__), '../data/weights')
vocabulary = {token: at for at, token in enumerate(open(os.path.join(weights, 'vocabulary.txt')).read().split('\n'))}
table = np.fromfile(os.path.join(weights, 'table.i8'), dtype=np.int8).reshape(len(vocabulary), -1).astype(np.float32)
table *= np.fromfile(os.path.join(weights, 'scales.f32'), dtype=np.float32)[:, None]

told = json.load(open(os.path.join(args.data, 'tasks.json')))
rows = [row for row in told['rows'] if not row['held']]
names = [name for name in told['names'] if len(name) > 3]
name_pattern = re.compile(r'\b(' + '|'.join(re.escape(name) for name in sorted(set(names), key=len, reverse=True)) + r')\b')
word_pattern = re.compile(r"[A-Za-zÀ-ÿ][A-Za-zÀ-ÿ'’-]*")

counts = Counter(word.lower() for row in rows for word in word_pattern.findall(row['text']))
known = [word for word, count in counts.items() if count >= 2 and word in vocabulary and np.linalg.norm(table[vocabulary[word]]) > 1e-6]
vectors = table[[vocabulary[word] for word in known]]
vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
place = {word: at for at, word in enumerate(known)}
near = np.concatenate([np.argpartition(-(vectors[at:at + 2000] @ vectors.T), 14, axis=1)[:, :14] for at in range(0, len(known), 2000)])

def vary(text, share):
    if random.random() < .5: text = name_pattern.sub(lambda found: random.choice(names) if random.random() < .7 else found[0], text)
    def other(found):
        word = found[0]
        if word.lower() not in place or random.random() >= share: return word
        chosen = known[random.choice(near[place[word.lower()]])]
        return chosen.capitalize() if word[0].isupper() else chosen
    text = word_pattern.sub(other, text)
    if random.random() < .15: text = ' '.join(word for word in text.split(' ') if random.random() > .12) or text
    if random.random() < .15: text = text.lower().rstrip('.?!')
    return text

def joined(text, texts):
    ours, theirs = text.split(' '), random.choice(texts).split(' ')
    return ' '.join(ours[:random.randint(1, max(1, len(ours) - 1))] + theirs[random.randint(0, max(0, len(theirs) - 1)):])

def shares(): return random.choice((.15, .3, .45))

tasks = [row for row in rows if not row.get('beside')]
alike = {}
for row in tasks: alike.setdefault(row['weight'], []).append(row['text'])
# Sentences that are judged beside others, orders and honest ones, are varied among themselves.
sentences = [row for row in rows if row.get('beside')]

def variants_of(part):
    random.seed(part)
    found = []
    for row in tasks[part::PARTS]:
        for _ in range(16 if row['weight'] == 1 else 4):
            base = joined(row['text'], alike[row['weight']]) if random.random() < .15 else row['text']
            found.append((vary(base, shares())[:900], None))
    for row in sentences[part::PARTS]:
        for _ in range(4 if row['weight'] >= .5 else 2):
            base = joined(row['text'], [random.choice(sentences)['text']]) if random.random() < .1 else row['text']
            found.append((vary(base, shares())[:600], vary(row['beside'][:300], shares())))
    return found

with Pool() as pool: variants = list(dict.fromkeys(variant for found in pool.map(variants_of, range(PARTS)) for variant in found))
random.seed(4)
random.shuffle(variants)
with gzip.open(os.path.join(args.data, 'variants.jsonl.gz'), 'wt', 1) as file:
    for variant in variants: file.write(json.dumps(variant) + '\n')
print(len(known), 'words', len(variants), 'variants')
