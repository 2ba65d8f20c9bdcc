import { wordList } from '../../../retrieval/word-list.ts'
import { addTo } from './lists-by-key.ts'
import { ideographic, normalise } from './tokens.ts'

/**
 * Words of one meaning in many languages share one cue, so that what is learned from English carries over.
 * A word ending in "*" stands for every word that begins so; ideographic entries are looked for anywhere in the text.
 */
const conceptWords: Record<string, string> = {
  explain: `explain* describe clarify teach elaborate compare contrast discuss critique weigh argue justify distinguish interpret illustrate define erklär* beschreib* erläuter* expliqu* décri* explica* explique describ* spiega* descrivi uitleg* beschrijf wyjaśni* opisz açıkla* anlat* объясн* расскажи опиши اشرح وضح صف समझाइए समझाएं समझाओ बताइए 解释 说明 讲解 介绍 説明 解説 教えて 설명 알려줘`,
  compose: `write compose draft phrase sketch outline implement brainstorm invent imagine rewrite rephrase paraphrase reword proofread edit polish schreib* verfass* formulier* umformulier* écri* rédige* reformul* escrib* redact* escrev* redig* scriv* riscriv* schrijf herschrijf napisz przeredaguj yaz* напиши сочини перепиши придумай اكتب أكتب लिखिए लिखें लिखो 写 撰写 改写 润色 書いて 書き 作文 써줘 작성`,
  translate: `translat* render übersetz* tradui* traduc* traduz* traducir vertaal* przetłumacz* çevir* tercüme* перевед* перевод ترجم अनुवाद 翻译 翻訳 번역`,
  summarise: `summari* tl;dr tldr condense shorten abstract zusammenfass* fasse résum* resum* riassum* samenvat* vat streść podsumuj özetle* резюм* кратко لخص सारांश 总结 概括 要約 まとめ 요약`,
  compute: `calculate compute solve simplify evaluate integrate differentiate factor prove derive berechne* löse rechne calcul* résou* resuelve resolv* calcola risolvi bereken los oblicz rozwiąż hesapla* çöz* вычисли реши посчитай посчитать احسب حل गणना हल 计算 求解 解方程 計算 解いて 계산`,
  advise: `advice tips suggestions ideas recommend should pros cons best ratschl* tipps conseils conseill* consejos sugerencias dicas conselhos consigli advies tips porady wskazówki öneri* tavsiye* совет* советы посовет* نصائح اقترح सुझाव सलाह 建议 技巧 アドバイス コツ 조언 팁`,
  classify: `classify categorize categorise label sentiment identify determine sort rank group klassifizier* einord* class* classifi* clasific* classific* classificeer sklasyfikuj sınıflandır* классифиц* صنف वर्गीकृत 分类 分類 분류`,
  send: `send* email text message notify dm reply forward post publish tweet share schick* sende* envoi* envoy* envía* envia* manda* invia* spedisci stuur verzend wyślij gönder* отправ* пошли أرسل ارسل भेजिए भेजें भेजो 发送 发给 发邮件 发一封 送って 送信 보내`,
  book: `book* reserve order buy purchase schedule reschedule cancel buche* reservier* bestell* storniere* réserv* command* annul* reserv* pide compra* cancela* agenda* prenot* ordina annulla boek reserveer bestel annuleer zarezerwuj zamów anuluj rezerv* sipariş iptal заброни* закажи купи отмени احجز اطلب ألغ बुक ऑर्डर रद्द 预订 预约 订 购买 取消 予約 注文 キャンセル 예약 주문 취소`,
  find: `find search lookup look fetch get retrieve show list display check pull locate query browse such* finde zeig* hol* prüfe trouve* cherch* affich* montre* busca* encuentra muestra* consulta* procur* mostr* encontr* cerca* trova* zoek vind toon laat znajdź wyszukaj pokaż sprawdź bul* ara* göster* найди поищи покажи проверь ابحث أظهر اعرض खोजें खोजिए ढूंढ* दिखाइए दिखाओ 查找 搜索 查询 查一下 查 找 显示 検索 調べて 探して 見せて 검색 찾아 보여`,
  change: `create add update delete remove set change upload download move rename archive merge deploy restart start stop enable disable turn assign close open refund charge pay transfer sync import export install invite block mute play pause record subscribe unsubscribe erstelle* lösch* füge ändere lade verschieb* schalte starte überweis* crée* ajoute* supprime* modifie* télécharge* allume* éteins* lance* crea* añade* agrega* borra* elimina* actualiza* sube* descarga* enciende* apaga* crie* adicion* exclu* atualiz* aggiungi cancella aggiorna carica accendi spegni maak voeg verwijder wijzig zet utwórz dodaj usuń zmień włącz wyłącz oluştur* ekle* sil* güncelle* aç* kapat* создай добавь удали измени включи выключи обнови загрузи أنشئ أضف احذف شغل أطفئ बनाइए जोड़* हटा* चालू बंद 创建 添加 删除 更新 修改 打开 关闭 上传 下载 播放 作成して 追加 削除 更新 つけて 消して 再生 만들어 추가 삭제 켜줘 꺼줘 틀어`,
  live: `current currently latest live now today tonight tomorrow yesterday recent recently upcoming nearby nearest aktuell* heute morgen gestern neueste* gerade jetzt actuel* aujourd'hui demain dernier* dernière* maintenant actual* hoy mañana último* última* ahora hoje amanhã agora atual* oggi domani ultim* adesso attual* vandaag morgen nu laatste huidige dziś dzisiaj jutro teraz najnowsz* aktualn* bugün yarın şimdi son güncel сегодня завтра сейчас последн* текущ* свеж* اليوم غدا غداً الآن أحدث आज कल अभी ताज़ा 今天 明天 现在 最新 目前 今日 明日 現在 오늘 내일 지금 현재 최신`,
  weather: `weather forecast temperature humidity wetter wettervorhersage météo clima tiempo previsão meteo weer pogoda hava погода الطقس मौसम 天气 天気 날씨`,
  price: `price prices stock stocks exchange rate rates quote quotes fare fares kurs preis aktienkurs cours prix cotización precio cotação preço prezzo koers prijs cena kurs fiyat* döviz курс цена цены سعر कीमत भाव 价格 股价 汇率 株価 値段 為替 가격 주가 환율`,
  place: `flight flights hotel hotels restaurant restaurants train ticket tickets taxi ride flug flüge zug vol vols vuelo vuelos voo voos volo voli vlucht lot loty uçuş otel рейс рейсы отель отели رحلة فندق उड़ान होटल 航班 酒店 机票 餐厅 ホテル レストラン 飛行機 항공편 호텔 식당`,
  mine: `my our mine mein* unser* mon ma mes notre nos mi mis nuestr* meu minha meus nosso mio mia miei nostro mijn ons onze mój moja moje moją mojego nasz benim bizim мой моя мою мне мои наш لي صندوقي मेरे मेरा मेरी 我的 我们的 私の 自分の 僕の 내 나의`,
  outside: `inbox calendar email emails mailbox database repo repository spreadsheet file files folder server website webpage page url channel account ticket invoice order device lights thermostat playlist kalender postfach datei ordner datenbank rechnung boîte agenda fichier dossier facture bandeja archivo carpeta calendario factura arquivo pasta fatura casella cartella bestand map skrzynk* plik kalendarz faktur* dosya takvim fatura файл папк* календар* почт* счет البريد التقويم ملف ईमेल कैलेंडर फ़ाइल 邮箱 邮件 日历 文件 数据库 网页 メール カレンダー ファイル 메일 캘린더 파일 일정`,
  concept: `difference concept theory meaning definition mean means example examples why unterschied bedeutung warum bedeutet différence pourquoi signifie diferencia significa qué concepto diferença porque conceito differenza perché significa verschil waarom betekent różnica dlaczego znaczy fark neden nedir разница почему значит что الفرق لماذا معنى अंतर क्यों मतलब 区别 为什么 是什么 含义 違い なぜ とは 意味 차이 왜 뜻`,
  creative: `poem story song lyrics haiku limerick sonnet tale novel screenplay slogan tagline joke verse ballad fable monologue gedicht geschichte lied witz poème histoire chanson blague poema cuento historia canción chiste conto canção piada poesia racconto canzone filastrocca gedicht verhaal lied grap wiersz opowiadanie piosenk* bajk* şiir hikaye şarkı стих* стихотворение рассказ песн* сказк* قصيدة قصة कविता कहानी 诗 故事 歌词 小说 詩 物語 小説 俳句 시를 이야기 소설`,
  code: `function code script program algorithm class regex sql query python javascript typescript java c++ rust html css bash recursive compile funktion programm fonction función função funzione functie funkcj* fonksiyon функци* دالة फ़ंक्शन 函数 代码 程序 関数 コード 함수 코드`,
  roleplay: `pretend imagine roleplay act persona interviewer stell joue imagina actúa finja fingi doe udawaj rol представь притворись تخيل कल्पना 假设 扮演 想象 役 가정`,
}

type Concept = { name: string; exact: Set<string>; prefixes: string[]; anywhere: string[] }

const concepts: Concept[] = Object.entries(conceptWords).map(([name, words]) => {
  const list = wordList(words)
  return {
    name,
    exact: new Set(list.filter((word) => !word.endsWith('*') && !ideographic.test(word)).map(normalise)),
    prefixes: list.filter((word) => word.endsWith('*')).map((word) => normalise(word.slice(0, -1))),
    anywhere: list.filter((word) => ideographic.test(word)).map((word) => word.normalize('NFKD')),
  }
})

const prefixesByLetters = new Map<string, [string, string][]>()
const exactNames = new Map<string, string[]>()
for (const concept of concepts) {
  for (const prefix of concept.prefixes) addTo(prefixesByLetters, prefix.slice(0, 2), [prefix, concept.name])
  for (const word of concept.exact) addTo(exactNames, word, concept.name)
}

export function conceptsOfWord(norm: string): string[] {
  const names = exactNames.get(norm)
  const byPrefix = prefixesByLetters.get(norm.slice(0, 2))?.find(([prefix]) => norm.startsWith(prefix))
  if (!byPrefix) return names ?? []
  return [...(names ?? []), byPrefix[1]]
}

export function conceptsAnywhere(text: string): string[] {
  if (!ideographic.test(text)) return []
  const folded = text.normalize('NFKD')
  return concepts.filter((concept) => concept.anywhere.some((word) => folded.includes(word))).map((concept) => concept.name)
}
