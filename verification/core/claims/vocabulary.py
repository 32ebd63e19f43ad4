"""How much an English word tells of a text: the words that stand on every second page tell little, the next ones less than a rare one.

The order is that of document frequency in general English prose (encyclopaedia, news, filings, answers), names left out.
"""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


STOP_WORDS = _words(
    "a about after against all also an and any are aren as at be because been before being between both but by can could couldn d did"
    " didn do does doesn don during each for from had hadn has hasn have haven he her here him himself his how i if in into is isn it"
    " its itself just ll m may me might more most must my no nor not now of on only or other our out over own re s she should shouldn"
    " so some such t than that the their them themselves then there these they this those through to too up us ve very was wasn we"
    " were weren what when where which while who whom whose why will with won would wouldn you your st nd rd th"
)

VERY_COMMON_WORDS = _words(
    "ability according across action additional air among amount announced another around article assets available average back based"
    " become below best born business called capital case center change changes city com common company content continue cost costs"
    " country created credit data date day days development different director down due early end ended energy even events every"
    " exchange family federal financial first five following form found four free full future general get global good government group"
    " health held help high higher history home however impact important include including income increase industry information"
    " interest international know known large last law less life like live long loss lower made main major make management many market"
    " material media million month months much name national need net new news next non north note number off often old one operating"
    " order organization part people per period place played point post power president price process provide public published rate"
    " read real related report required research result results right risk said same search second see series service services set"
    " several share shares show sign significant since single six small social south state states still stock support system take"
    " technology television term third three time times title today top total two under united university until use used using value"
    " via war water way week well within work world year years"
)

COMMON_WORDS = _words(
    "able above access account accounts act acting actions active activities activity actually added addition administration"
    " administrative affect affected again age ago agreement ahead allow allows almost along already although always analysis annual"
    " approach approximately area areas art associated attempt attention award awards away bad balance bank became becomes began"
    " beginning behind believe benefit better beyond big bill billion black body book bring build building built buy call came"
    " canadian cannot capture car care career cases cause caused causing central ceo changed character chief children claims class"
    " clear close club cold collected collection college come comes coming comments commercial commission committee community"
    " companies compared complete complex condition conditions connection consider considered consumer contact continued continues"
    " contract control corporate corporation countries county course court create critical culture currently customer customers cut"
    " daily deal death debt decades decision defined degree demand department described design designed despite develop developed"
    " difficult digital direct directed directly directors division doing drama earned earth east economic economy effect effects"
    " effort efforts eight either english enough enter entertainment entire environment equipment especially established estate event"
    " ever everyone everything evidence example executive exercise existing expect expected experience exposure eye face fact fall far"
    " feature features feel few field films final find fire focus focused follow food force forces foreign formed former forward"
    " founder fourth france front fuel fully fund funds further gain game gave generally getting give given goes going got great"
    " greater green gross ground groups growing growth half hand hard having head heart highest highly historical hit hold hours house"
    " human idea image images improve included includes increased increasing independent individual influence initial inside instead"
    " insurance intelligence intended internal internet investment involved issue issues jobs join joined keep key kind language"
    " largest late later latest laws lead leader leading least leave led left legal level levels light likely limited line link little"
    " lives living local located longer look looking losses lost lot love low machine magazine maintain majority makes making man mark"
    " marketing markets mass means medical meet meeting member members men middle military millions mission model modern moment money"
    " mostly mother move movement moving multiple named nation natural nature near nearly necessary needs negative network never night"
    " nine offer offering office officer official once online original originally others otherwise outside outstanding page paid"
    " particular particularly parties parts party past pay payments percent performance periods person personal physical pictures"
    " planet plans platform play playing police policies policy political popular population position possible potential practice pre"
    " present press pressure previous previously prices primarily primary prime prior probably problems produce produced product"
    " production products professional program project property provided provides put quality quickly radio range rates rather reason"
    " received recent recently record recorded records reduce refer referred regarding region regular release released remain"
    " remaining remains remember reported reports require resources response return revenue revenues review rights river rock role"
    " room round rule rules run running sale sales say school science season section security seen self sell selling senior sense"
    " serve served seven short shows side similar simply site sites size society sold sometimes soon sound source space special"
    " specific sports stage standard star start started starting statement status stay stone stories story strategy street strong"
    " students studio study style subject success successful summer sun surface systems taken takes taking target tax taxes tech"
    " temperature ten terms test text therefore things though thousands throughout thus together took toward trade training travel"
    " true trust try turn type typically union update upon usually variety various vehicle version video view volume want watch ways"
    " website weeks went west western whether white whole wide win without women words working works worldwide writing written yet"
    " young"
)
# Forms of verbs that open a predicate; all others are told by their -ed.
VERBS = _words(
    "is was were are be been has have had will did does do can became began may would could should must won lost wrote sang made took gave"
    " went held led left ran rose fell grew said told sold bought paid built found came saw got met set put beat stars plays features"
    " contains includes"
)
