"""Hands with what a referee says about them in several languages; every number is counted by hand."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine.value.win import Win
from tests.engine.hands import win


@dataclass(frozen=True)
class Explained:
    """A win of the seat of its wind (seat 0 deals), and its text by language, one sentence a line."""

    win: Win
    deltas: tuple[int, int, int, int]
    text: dict[str, str]
    source: int | None = None
    honba: int = 0
    sticks: int = 0
    responsible: int | None = None
    preset: str = "rrc"
    tile_names: bool = False


EXPLAINED = {
    "pinfu tsumo with honba and a stick": Explained(
        win("123456m2256p678s", "4p", tsumo=True, seat="S", riichi=True, dora="4m", ura="9p"),
        (-2800, 6800, -1500, -1500),
        honba=2,
        sticks=1,
        tile_names=True,
        text={
            "en": """\
Tsumo on 4 of dots: South wins.
Riichi: 1 han.
Menzen tsumo (concealed self-draw): 1 han.
Pinfu (no points): 1 han.
Dora: 1 han.
4 han, 20 fu.
Fu: 20 (base) = 20 fu.
With pinfu the tsumo gives no fu.
Price: 1300 and 2600 from the dealer.
With 2 honba: 1500 and 2800 from the dealer.
West pays 1500 points, North pays 1500 points, East pays 2800 points, South receives 5800 points.
South takes 1 riichi stick: 1000 points.""",
            "ru": """\
Цумо, выигрышный тайл 4 пин: выигрывает Юг.
Риичи: 1 хан.
Мензен цумо: 1 хан.
Пинфу: 1 хан.
Дора: 1 хан.
4 хан, 20 фу.
Фу: 20 (основа) = 20 фу.
С пинфу за цумо фу не добавляются.
Цена: 1300, с дилера 2600.
С 2 хонбами: 1500, с дилера 2800.
Запад платит 1500 очков, Север платит 1500 очков, Восток платит 2800 очков, Юг получает 5800 очков.
Юг забирает 1 палочку риичи: 1000 очков.""",
            "uk": """\
Цумо, виграшний тайл 4 пін: виграє Південь.
Ріічі: 1 хан.
Мендзен цумо: 1 хан.
Пінфу: 1 хан.
Дора: 1 хан.
4 хан, 20 фу.
Фу: 20 (основа) = 20 фу.
З пінфу за цумо фу не додаються.
Ціна: 1300, з дилера 2600.
З 2 хонбами: 1500, з дилера 2800.
Захід платить 1500 очок, Північ платить 1500 очок, Схід платить 2800 очок, Південь отримує 5800 очок.
Південь забирає 1 паличку ріічі: 1000 очок.""",
            "ja": """\
ツモ、和了牌4筒：和了南家。
リーチ　1翻。
門前清自摸和　1翻。
平和　1翻。
ドラ　1翻。
4翻20符。
符：副底20＝20符。
平和ツモはツモ符なし。
1300・2600。
2本場で1500・2800。
西家は1500点払い、北家は1500点払い、東家は2800点払い、南家は5800点を得る。
供託1本（1000点）は南家へ。""",
            "sv": """\
Tsumo på 4 cirklar: Söder vinner.
Riichi: 1 han.
Menzenchin-tsumo (självplocka): 1 han.
Pinfu (hand utan poäng): 1 han.
Dora: 1 han.
4 han, 20 fu.
Fu: 20 (grund) = 20 fu.
Med pinfu ger tsumo inga fu.
Pris: 1300 och 2600 från dealern.
Med 2 honba: 1500 och 2800 från dealern.
Väst betalar 1500 poäng, Nord betalar 1500 poäng, Öst betalar 2800 poäng, Söder får 5800 poäng.
Söder tar 1 riichisticka: 1000 poäng.""",
        },
    ),
    "a pon by ron beside a closed pon": Explained(
        win("99955s345m567p55z", "5z", riichi=True, dora="1m"),
        (0, 3200, 0, -3200),
        source=3,
        tile_names=True,
        text={
            "en": """\
Ron on white dragon: South wins, North pays.
Riichi: 1 han.
Yakuhai (white dragon): 1 han.
2 han, 50 fu.
Fu: 20 (base) + 8 (closed pon of 9 of bamboo) + 4 (pon of white dragons by ron, counted as open) \
+ 10 (closed ron) = 42, rounded up to 50 fu.
Price: 3200 points.
North pays 3200 points, South receives 3200 points.""",
            "ru": """\
Рон, выигрышный тайл белый дракон: выигрывает Юг, платит Север.
Риичи: 1 хан.
Якухай (белый дракон): 1 хан.
2 хан, 50 фу.
Фу: 20 (основа) + 8 (закрытый пон 9 соу) + 4 (пон белых драконов по рону, считается открытым) \
+ 10 (закрытый рон) = 42, округляется вверх до 50 фу.
Цена: 3200 очков.
Север платит 3200 очков, Юг получает 3200 очков.""",
            "uk": """\
Рон, виграшний тайл білий дракон: виграє Південь, платить Північ.
Ріічі: 1 хан.
Якухай (білий дракон): 1 хан.
2 хан, 50 фу.
Фу: 20 (основа) + 8 (закритий пон 9 соу) + 4 (пон білих драконів за роном, рахується відкритим) \
+ 10 (закритий рон) = 42, округлюється вгору до 50 фу.
Ціна: 3200 очок.
Північ платить 3200 очок, Південь отримує 3200 очок.""",
            "ja": """\
ロン、和了牌白：和了南家、放銃北家。
リーチ　1翻。
役牌（白）　1翻。
2翻50符。
符：副底20＋9索の暗刻8＋ロンによる白の明刻4＋門前加符10＝42、切り上げて50符。
3200点。
北家は3200点払い、南家は3200点を得る。""",
            "sv": """\
Ron på vit drake: Söder vinner, Nord betalar.
Riichi: 1 han.
Yakuhai (vit drake): 1 han.
2 han, 50 fu.
Fu: 20 (grund) + 8 (sluten triplett av 9 bambu) + 4 (triplett av vita drakar på ron, räknas som öppen) \
+ 10 (sluten ron) = 42, avrundas uppåt till 50 fu.
Pris: 3200 poäng.
Nord betalar 3200 poäng, Söder får 3200 poäng.""",
        },
    ),
    "open pinfu": Explained(
        win("67m678p22345s", "8m", "3'45m"),
        (0, 1000, 0, -1000),
        source=3,
        text={
            "en": """\
Ron on 8m: South wins, North pays.
Tanyao (all simples): 1 han.
1 han, 30 fu.
Fu: 20 (base) + 2 (open pinfu) = 22, rounded up to 30 fu.
An open hand with no other fu counts 30 fu.
Price: 1000 points.
North pays 1000 points, South receives 1000 points.""",
            "ru": """\
Рон, выигрышный тайл 8m: выигрывает Юг, платит Север.
Тан'яо (все простые): 1 хан.
1 хан, 30 фу.
Фу: 20 (основа) + 2 (открытое пинфу) = 22, округляется вверх до 30 фу.
Открытая рука без других фу считается за 30 фу.
Цена: 1000 очков.
Север платит 1000 очков, Юг получает 1000 очков.""",
            "uk": """\
Рон, виграшний тайл 8m: виграє Південь, платить Північ.
Тан’яо (всі прості): 1 хан.
1 хан, 30 фу.
Фу: 20 (основа) + 2 (відкрите пінфу) = 22, округлюється вгору до 30 фу.
Відкрита рука без інших фу рахується за 30 фу.
Ціна: 1000 очок.
Північ платить 1000 очок, Південь отримує 1000 очок.""",
            "ja": """\
ロン、和了牌8m：和了南家、放銃北家。
断么九　1翻。
1翻30符。
符：副底20＋喰い平和2＝22、切り上げて30符。
喰い平和形は30符。
1000点。
北家は1000点払い、南家は1000点を得る。""",
            "sv": """\
Ron på 8m: Söder vinner, Nord betalar.
Tanyao: 1 han.
1 han, 30 fu.
Fu: 20 (grund) + 2 (öppen pinfu) = 22, avrundas uppåt till 30 fu.
En öppen hand utan andra fu räknas som 30 fu.
Pris: 1000 poäng.
Nord betalar 1000 poäng, Söder får 1000 poäng.""",
        },
    ),
    "seven pairs": Explained(
        win("1199m2288p3355s6z", "6z"),
        (-1600, 1600, 0, 0),
        source=0,
        text={
            "en": """\
Ron on 6z: South wins, East pays.
Chiitoitsu (seven pairs): 2 han.
2 han, 25 fu.
Fu: seven pairs are always 25 fu.
Price: 1600 points.
East pays 1600 points, South receives 1600 points.""",
            "ru": """\
Рон, выигрышный тайл 6z: выигрывает Юг, платит Восток.
Чиитойцу (семь пар): 2 хан.
2 хан, 25 фу.
Фу: семь пар — всегда 25 фу.
Цена: 1600 очков.
Восток платит 1600 очков, Юг получает 1600 очков.""",
            "uk": """\
Рон, виграшний тайл 6z: виграє Південь, платить Схід.
Чіїтойцу (сім пар): 2 хан.
2 хан, 25 фу.
Фу: сім пар — завжди 25 фу.
Ціна: 1600 очок.
Схід платить 1600 очок, Південь отримує 1600 очок.""",
            "ja": """\
ロン、和了牌6z：和了南家、放銃東家。
七対子　2翻。
2翻25符。
符：七対子は一律25符。
1600点。
東家は1600点払い、南家は1600点を得る。""",
            "sv": """\
Ron på 6z: Söder vinner, Öst betalar.
Chiitoitsu (sju par): 2 han.
2 han, 25 fu.
Fu: sju par är alltid 25 fu.
Pris: 1600 poäng.
Öst betalar 1600 poäng, Söder får 1600 poäng.""",
        },
    ),
    "kiriage mangan": Explained(
        win("234567m34566p78s", "6s", riichi=True, dora="2m"),
        (0, 8000, -8000, 0),
        source=2,
        preset="wrc",
        text={
            "en": """\
Ron on 6s: South wins, West pays.
Riichi: 1 han.
Pinfu (no points): 1 han.
Tanyao (all simples): 1 han.
Dora: 1 han.
4 han, 30 fu.
Fu: 20 (base) + 10 (closed ron) = 30 fu.
4 han and 30 fu are rounded up: kiriage mangan.
Price: 8000 points.
West pays 8000 points, South receives 8000 points.""",
            "ru": """\
Рон, выигрышный тайл 6s: выигрывает Юг, платит Запад.
Риичи: 1 хан.
Пинфу: 1 хан.
Тан'яо (все простые): 1 хан.
Дора: 1 хан.
4 хан, 30 фу.
Фу: 20 (основа) + 10 (закрытый рон) = 30 фу.
4 хан и 30 фу округляются вверх: кириаге манган.
Цена: 8000 очков.
Запад платит 8000 очков, Юг получает 8000 очков.""",
            "uk": """\
Рон, виграшний тайл 6s: виграє Південь, платить Захід.
Ріічі: 1 хан.
Пінфу: 1 хан.
Тан’яо (всі прості): 1 хан.
Дора: 1 хан.
4 хан, 30 фу.
Фу: 20 (основа) + 10 (закритий рон) = 30 фу.
4 хан і 30 фу округлюються вгору: кіріаґе манґан.
Ціна: 8000 очок.
Захід платить 8000 очок, Південь отримує 8000 очок.""",
            "ja": """\
ロン、和了牌6s：和了南家、放銃西家。
リーチ　1翻。
平和　1翻。
断么九　1翻。
ドラ　1翻。
4翻30符。
符：副底20＋門前加符10＝30符。
4翻30符は切り上げ満貫。
8000点。
西家は8000点払い、南家は8000点を得る。""",
            "sv": """\
Ron på 6s: Söder vinner, Väst betalar.
Riichi: 1 han.
Pinfu (hand utan poäng): 1 han.
Tanyao: 1 han.
Dora: 1 han.
4 han, 30 fu.
Fu: 20 (grund) + 10 (sluten ron) = 30 fu.
4 han och 30 fu avrundas uppåt: kiriage mangan.
Pris: 8000 poäng.
Väst betalar 8000 poäng, Söder får 8000 poäng.""",
        },
    ),
    "mangan by base points": Explained(
        win("222m345678p3455s", "2s", riichi=True, dora="4s"),
        (0, 8000, -8000, 0),
        source=2,
        text={
            "en": """\
Ron on 2s: South wins, West pays.
Riichi: 1 han.
Tanyao (all simples): 1 han.
Dora: 2 han.
4 han, 40 fu.
Fu: 20 (base) + 4 (closed pon of 2m) + 10 (closed ron) = 34, rounded up to 40 fu.
4 han and 40 fu give 2560 base points, of which no more than 2000 count: mangan.
Price: 8000 points.
West pays 8000 points, South receives 8000 points.""",
            "ru": """\
Рон, выигрышный тайл 2s: выигрывает Юг, платит Запад.
Риичи: 1 хан.
Тан'яо (все простые): 1 хан.
Дора: 2 хан.
4 хан, 40 фу.
Фу: 20 (основа) + 4 (закрытый пон 2m) + 10 (закрытый рон) = 34, округляется вверх до 40 фу.
4 хан и 40 фу дают базу 2560, а больше 2000 не считается: манган.
Цена: 8000 очков.
Запад платит 8000 очков, Юг получает 8000 очков.""",
            "uk": """\
Рон, виграшний тайл 2s: виграє Південь, платить Захід.
Ріічі: 1 хан.
Тан’яо (всі прості): 1 хан.
Дора: 2 хан.
4 хан, 40 фу.
Фу: 20 (основа) + 4 (закритий пон 2m) + 10 (закритий рон) = 34, округлюється вгору до 40 фу.
4 хан і 40 фу дають базу 2560, а більше за 2000 не рахується: манґан.
Ціна: 8000 очок.
Захід платить 8000 очок, Південь отримує 8000 очок.""",
            "ja": """\
ロン、和了牌2s：和了南家、放銃西家。
リーチ　1翻。
断么九　1翻。
ドラ　2翻。
4翻40符。
符：副底20＋2mの暗刻4＋門前加符10＝34、切り上げて40符。
4翻40符は基本点2560、上限2000につき満貫。
8000点。
西家は8000点払い、南家は8000点を得る。""",
            "sv": """\
Ron på 2s: Söder vinner, Väst betalar.
Riichi: 1 han.
Tanyao: 1 han.
Dora: 2 han.
4 han, 40 fu.
Fu: 20 (grund) + 4 (sluten triplett av 2m) + 10 (sluten ron) = 34, avrundas uppåt till 40 fu.
4 han och 40 fu ger 2560 grundpoäng, varav högst 2000 räknas: mangan.
Pris: 8000 poäng.
Väst betalar 8000 poäng, Söder får 8000 poäng.""",
        },
    ),
    "haneman of the dealer with red five and ura": Explained(
        win("123456m2206p678s", "4p", tsumo=True, seat="E", riichi=True, ippatsu=True, dora="9s", ura="5s"),
        (18000, -6000, -6000, -6000),
        tile_names=True,
        text={
            "en": """\
Tsumo on 4 of dots: East wins.
Riichi: 1 han.
Ippatsu: 1 han.
Menzen tsumo (concealed self-draw): 1 han.
Pinfu (no points): 1 han.
Red fives: 1 han.
Ura dora: 1 han.
6 han: haneman.
Price: 6000 from each.
South pays 6000 points, West pays 6000 points, North pays 6000 points, East receives 18000 points.""",
            "ru": """\
Цумо, выигрышный тайл 4 пин: выигрывает Восток.
Риичи: 1 хан.
Иппацу: 1 хан.
Мензен цумо: 1 хан.
Пинфу: 1 хан.
Акадора: 1 хан.
Урадора: 1 хан.
6 хан: ханеман.
Цена: по 6000 с каждого.
Юг платит 6000 очков, Запад платит 6000 очков, Север платит 6000 очков, Восток получает 18000 очков.""",
            "uk": """\
Цумо, виграшний тайл 4 пін: виграє Схід.
Ріічі: 1 хан.
Іппацу: 1 хан.
Мендзен цумо: 1 хан.
Пінфу: 1 хан.
Червона п’ятірка: 1 хан.
Ура-дора: 1 хан.
6 хан: ханеман.
Ціна: по 6000 з кожного.
Південь платить 6000 очок, Захід платить 6000 очок, Північ платить 6000 очок, \
Схід отримує 18000 очок.""",
            "ja": """\
ツモ、和了牌4筒：和了東家。
リーチ　1翻。
一発　1翻。
門前清自摸和　1翻。
平和　1翻。
赤ドラ　1翻。
裏ドラ　1翻。
6翻、跳満。
6000オール。
南家は6000点払い、西家は6000点払い、北家は6000点払い、東家は18000点を得る。""",
            "sv": """\
Tsumo på 4 cirklar: Öst vinner.
Riichi: 1 han.
Ippatsu: 1 han.
Menzenchin-tsumo (självplocka): 1 han.
Pinfu (hand utan poäng): 1 han.
Röda femmor: 1 han.
Uradora: 1 han.
6 han: haneman.
Pris: 6000 från var och en.
Söder betalar 6000 poäng, Väst betalar 6000 poäng, Nord betalar 6000 poäng, Öst får 18000 poäng.""",
        },
    ),
    "big three dragons under pao": Explained(
        win("34m55s555z", "2m", "7'77z", "66'6z", dora="1m"),
        (0, 32300, -16000, -16300),
        source=3,
        honba=1,
        responsible=2,
        text={
            "en": """\
Ron on 2m: South wins, North pays.
Daisangen (big three dragons): yakuman.
Beside a yakuman neither ordinary yaku nor dora count.
Price: 32000 points.
With 1 honba: 32300 points.
West is responsible for daisangen (pao).
West pays 16000 points, North pays 16300 points, South receives 32300 points.""",
            "ru": """\
Рон, выигрышный тайл 2m: выигрывает Юг, платит Север.
Дайсанген (большие драконы): якуман.
Рядом с якуманом обычные яку и дора не считаются.
Цена: 32000 очков.
С 1 хонбой: 32300 очков.
Запад отвечает за дайсанген (пао).
Запад платит 16000 очков, Север платит 16300 очков, Юг получает 32300 очков.""",
            "uk": """\
Рон, виграшний тайл 2m: виграє Південь, платить Північ.
Дайсанґен (три великі дракони): якуман.
Поряд із якуманом звичайні яку й дора не рахуються.
Ціна: 32000 очок.
З 1 хонбою: 32300 очок.
Захід відповідає за дайсанґен (пао).
Захід платить 16000 очок, Північ платить 16300 очок, Південь отримує 32300 очок.""",
            "ja": """\
ロン、和了牌2m：和了南家、放銃北家。
大三元　役満。
役満には通常役もドラも加えない。
32000点。
1本場で32300点。
西家が大三元の責任払い（包）。
西家は16000点払い、北家は16300点払い、南家は32300点を得る。""",
            "sv": """\
Ron på 2m: Söder vinner, Nord betalar.
Daisangen: yakuman.
Bredvid en yakuman räknas varken vanliga yaku eller dora.
Pris: 32000 poäng.
Med 1 honba: 32300 poäng.
Väst är ansvarig för daisangen (pao).
Väst betalar 16000 poäng, Nord betalar 16300 poäng, Söder får 32300 poäng.""",
        },
    ),
    "two yakuman of the dealer": Explained(
        win("777z11z22z", "1z", "5'55z", "66'6z", tsumo=True, seat="E"),
        (96000, -32000, -32000, -32000),
        text={
            "en": """\
Tsumo on 1z: East wins.
Daisangen (big three dragons): yakuman.
Tsuuiisou (all honours): yakuman.
2 yakuman.
Price: 32000 from each.
South pays 32000 points, West pays 32000 points, North pays 32000 points, East receives 96000 points.""",
            "ru": """\
Цумо, выигрышный тайл 1z: выигрывает Восток.
Дайсанген (большие драконы): якуман.
Цуисо (все благородные): якуман.
2 якумана.
Цена: по 32000 с каждого.
Юг платит 32000 очков, Запад платит 32000 очков, Север платит 32000 очков, Восток получает 96000 очков.""",
            "uk": """\
Цумо, виграшний тайл 1z: виграє Схід.
Дайсанґен (три великі дракони): якуман.
Цуїсо (усі достоїнства): якуман.
2 якумани.
Ціна: по 32000 з кожного.
Південь платить 32000 очок, Захід платить 32000 очок, Північ платить 32000 очок, \
Схід отримує 96000 очок.""",
            "ja": """\
ツモ、和了牌1z：和了東家。
大三元　役満。
字一色　役満。
2倍役満。
32000オール。
南家は32000点払い、西家は32000点払い、北家は32000点払い、東家は96000点を得る。""",
            "sv": """\
Tsumo på 1z: Öst vinner.
Daisangen: yakuman.
Tsuuiisou: yakuman.
2 yakuman.
Pris: 32000 från var och en.
Söder betalar 32000 poäng, Väst betalar 32000 poäng, Nord betalar 32000 poäng, Öst får 96000 poäng.""",
        },
    ),
    "three pons rather than three runs": Explained(
        win("111222333m78p55s", "9p", riichi=True),
        (0, 6400, 0, -6400),
        source=3,
        text={
            "en": """\
Ron on 9p: South wins, North pays.
Riichi: 1 han.
Sanankou (three concealed pons): 2 han.
3 han, 50 fu.
Fu: 20 (base) + 8 (closed pon of 1m) + 4 (closed pon of 2m) + 4 (closed pon of 3m) \
+ 10 (closed ron) = 46, rounded up to 50 fu.
Read another way the hand would have 3 han, 30 fu (riichi, pinfu, iipeikou) for 3900 points: \
the dearer reading counts.
Price: 6400 points.
North pays 6400 points, South receives 6400 points.""",
            "ru": """\
Рон, выигрышный тайл 9p: выигрывает Юг, платит Север.
Риичи: 1 хан.
Сан'анко (три закрытых пона): 2 хан.
3 хан, 50 фу.
Фу: 20 (основа) + 8 (закрытый пон 1m) + 4 (закрытый пон 2m) + 4 (закрытый пон 3m) \
+ 10 (закрытый рон) = 46, округляется вверх до 50 фу.
При другом разборе в руке было бы 3 хан, 30 фу (риичи, пинфу, иипейко), 3900 очков: \
считается более дорогой разбор.
Цена: 6400 очков.
Север платит 6400 очков, Юг получает 6400 очков.""",
            "uk": """\
Рон, виграшний тайл 9p: виграє Південь, платить Північ.
Ріічі: 1 хан.
Сан’анко (три закриті пони): 2 хан.
3 хан, 50 фу.
Фу: 20 (основа) + 8 (закритий пон 1m) + 4 (закритий пон 2m) + 4 (закритий пон 3m) \
+ 10 (закритий рон) = 46, округлюється вгору до 50 фу.
За іншого розбору в руці було б 3 хан, 30 фу (ріічі, пінфу, ііпейко), 3900 очок: \
рахується дорожчий розбір.
Ціна: 6400 очок.
Північ платить 6400 очок, Південь отримує 6400 очок.""",
            "ja": """\
ロン、和了牌9p：和了南家、放銃北家。
リーチ　1翻。
三暗刻　2翻。
3翻50符。
符：副底20＋1mの暗刻8＋2mの暗刻4＋3mの暗刻4＋門前加符10＝46、切り上げて50符。
別の取り方では3翻30符（リーチ、平和、一盃口）3900点。高い方を採る。
6400点。
北家は6400点払い、南家は6400点を得る。""",
            "sv": """\
Ron på 9p: Söder vinner, Nord betalar.
Riichi: 1 han.
Sanankou: 2 han.
3 han, 50 fu.
Fu: 20 (grund) + 8 (sluten triplett av 1m) + 4 (sluten triplett av 2m) + 4 (sluten triplett av 3m) \
+ 10 (sluten ron) = 46, avrundas uppåt till 50 fu.
Läst på annat sätt hade handen haft 3 han, 30 fu (riichi, pinfu, iipeikou), 3900 poäng: \
den dyrare läsningen räknas.
Pris: 6400 poäng.
Nord betalar 6400 poäng, Söder får 6400 poäng.""",
        },
    ),
    "renhou alone": Explained(
        win("123m24789p11456s", "3p", renhou=True),
        (-8000, 8000, 0, 0),
        source=0,
        text={
            "en": """\
Ron on 3p: South wins, East pays.
Renhou (human hand): mangan.
Renhou is paid as a mangan; without it the hand would have no yaku.
Price: 8000 points.
East pays 8000 points, South receives 8000 points.""",
            "ru": """\
Рон, выигрышный тайл 3p: выигрывает Юг, платит Восток.
Ренхо: манган.
Ренхо оплачивается как манган; без него в руке не было бы яку.
Цена: 8000 очков.
Восток платит 8000 очков, Юг получает 8000 очков.""",
            "uk": """\
Рон, виграшний тайл 3p: виграє Південь, платить Схід.
Ренхо: манґан.
Ренхо оплачується як манґан; без нього в руці не було б яку.
Ціна: 8000 очок.
Схід платить 8000 очок, Південь отримує 8000 очок.""",
            "ja": """\
ロン、和了牌3p：和了南家、放銃東家。
人和　満貫。
人和は満貫払い。人和なしでは役なし。
8000点。
東家は8000点払い、南家は8000点を得る。""",
            "sv": """\
Ron på 3p: Söder vinner, Öst betalar.
Renhou: mangan.
Renhou betalas som mangan; utan den skulle handen sakna yaku.
Pris: 8000 poäng.
Öst betalar 8000 poäng, Söder får 8000 poäng.""",
        },
    ),
    "a tsumo tile mixed into the hand": Explained(
        win("123456m2256p678s", "4p", tsumo=True, seat="N", riichi=True, dora="4m", merged=True),
        (-2000, -1000, -1000, 4000),
        text={
            "en": """\
Tsumo on 4p: North wins.
Riichi: 1 han.
Menzen tsumo (concealed self-draw): 1 han.
Dora: 1 han.
3 han, 30 fu.
Fu: 20 (base) + 2 (tsumo) = 22, rounded up to 30 fu.
The drawn tile was mixed into the hand: neither pinfu nor the wait counts.
Price: 1000 and 2000 from the dealer.
East pays 2000 points, South pays 1000 points, West pays 1000 points, North receives 4000 points.""",
            "ru": """\
Цумо, выигрышный тайл 4p: выигрывает Север.
Риичи: 1 хан.
Мензен цумо: 1 хан.
Дора: 1 хан.
3 хан, 30 фу.
Фу: 20 (основа) + 2 (цумо) = 22, округляется вверх до 30 фу.
Взятый тайл смешан с рукой: ни пинфу, ни ожидание не считаются.
Цена: 1000, с дилера 2000.
Восток платит 2000 очков, Юг платит 1000 очков, Запад платит 1000 очков, Север получает 4000 очков.""",
            "uk": """\
Цумо, виграшний тайл 4p: виграє Північ.
Ріічі: 1 хан.
Мендзен цумо: 1 хан.
Дора: 1 хан.
3 хан, 30 фу.
Фу: 20 (основа) + 2 (цумо) = 22, округлюється вгору до 30 фу.
Узятий тайл змішано з рукою: ні пінфу, ні очікування не рахуються.
Ціна: 1000, з дилера 2000.
Схід платить 2000 очок, Південь платить 1000 очок, Захід платить 1000 очок, Північ отримує 4000 очок.""",
            "ja": """\
ツモ、和了牌4p：和了北家。
リーチ　1翻。
門前清自摸和　1翻。
ドラ　1翻。
3翻30符。
符：副底20＋ツモ2＝22、切り上げて30符。
ツモ牌を手牌に混ぜたため、平和も待ちの符もなし。
1000・2000。
東家は2000点払い、南家は1000点払い、西家は1000点払い、北家は4000点を得る。""",
            "sv": """\
Tsumo på 4p: Nord vinner.
Riichi: 1 han.
Menzenchin-tsumo (självplocka): 1 han.
Dora: 1 han.
3 han, 30 fu.
Fu: 20 (grund) + 2 (tsumo) = 22, avrundas uppåt till 30 fu.
Den dragna brickan blandades in i handen: varken pinfu eller väntan räknas.
Pris: 1000 och 2000 från dealern.
Öst betalar 2000 poäng, Söder betalar 1000 poäng, Väst betalar 1000 poäng, Nord får 4000 poäng.""",
        },
    ),
    "a closed kan, a pair of dragons, a pair wait": Explained(
        win("678m234p567s5z", "5z", "X99mX", tsumo=True, seat="W"),
        (-1000, -500, 2000, -500),
        tile_names=True,
        text={
            "en": """\
Tsumo on white dragon: West wins.
Menzen tsumo (concealed self-draw): 1 han.
1 han, 60 fu.
Fu: 20 (base) + 32 (closed kan of 9 of characters) + 2 (pair of white dragons, yakuhai) + 2 (pair wait) \
+ 2 (tsumo) = 58, rounded up to 60 fu.
Price: 500 and 1000 from the dealer.
North pays 500 points, East pays 1000 points, South pays 500 points, West receives 2000 points.""",
            "ru": """\
Цумо, выигрышный тайл белый дракон: выигрывает Запад.
Мензен цумо: 1 хан.
1 хан, 60 фу.
Фу: 20 (основа) + 32 (закрытый кан 9 ман) + 2 (пара белых драконов, якухай) + 2 (ожидание пары) \
+ 2 (цумо) = 58, округляется вверх до 60 фу.
Цена: 500, с дилера 1000.
Север платит 500 очков, Восток платит 1000 очков, Юг платит 500 очков, Запад получает 2000 очков.""",
            "uk": """\
Цумо, виграшний тайл білий дракон: виграє Захід.
Мендзен цумо: 1 хан.
1 хан, 60 фу.
Фу: 20 (основа) + 32 (закритий кан 9 ман) + 2 (пара білих драконів, якухай) + 2 (очікування пари) \
+ 2 (цумо) = 58, округлюється вгору до 60 фу.
Ціна: 500, з дилера 1000.
Північ платить 500 очок, Схід платить 1000 очок, Південь платить 500 очок, Захід отримує 2000 очок.""",
            "ja": """\
ツモ、和了牌白：和了西家。
門前清自摸和　1翻。
1翻60符。
符：副底20＋9萬の暗槓32＋白の雀頭（役牌）2＋単騎2＋ツモ2＝58、切り上げて60符。
500・1000。
北家は500点払い、東家は1000点払い、南家は500点払い、西家は2000点を得る。""",
            "sv": """\
Tsumo på vit drake: Väst vinner.
Menzenchin-tsumo (självplocka): 1 han.
1 han, 60 fu.
Fu: 20 (grund) + 32 (stängd kan av 9 tecken) + 2 (par av vita drakar, yakuhai) + 2 (tanki) \
+ 2 (tsumo) = 58, avrundas uppåt till 60 fu.
Pris: 500 och 1000 från dealern.
Nord betalar 500 poäng, Öst betalar 1000 poäng, Söder betalar 500 poäng, Väst får 2000 poäng.""",
        },
    ),
}


@dataclass(frozen=True)
class Refused:
    """A hand that is no win, and why, by language."""

    win: Win
    text: dict[str, str]
    options: dict[str, object] = field(default_factory=dict)


REFUSED = {
    "open without yaku": Refused(
        win("345m678p2278s", "9s", "1'23m", dora="1s"),
        text={
            "en": """\
The hand is complete but has no yaku.
Dora are no yaku.
Closed, the hand would have pinfu.""",
            "ru": """\
Рука собрана, но в ней нет яку.
Дора — не яку.
В закрытой руке было бы: пинфу.""",
            "uk": """\
Руку складено, але в ній немає яку.
Дора — не яку.
У закритій руці було б: пінфу.""",
            "ja": """\
和了形ですが役がありません。
ドラは役ではない。
門前なら平和。""",
            "sv": """\
Handen är fullständig men har ingen yaku.
Dora är ingen yaku.
Sluten hade handen haft pinfu.""",
        },
    ),
    "closed without yaku": Refused(
        win("123m24789p11456s", "3p"),
        text={
            "en": "The hand is complete but has no yaku.\nA riichi would have been a yaku.",
            "ru": "Рука собрана, но в ней нет яку.\nРиичи дало бы яку.",
            "uk": "Руку складено, але в ній немає яку.\nРіічі дало б яку.",
            "ja": "和了形ですが役がありません。\nリーチしていれば和了できた。",
            "sv": "Handen är fullständig men har ingen yaku.\nEn riichi hade gett en yaku.",
        },
    ),
    "one han where five honba ask for two": Refused(
        replace(win("67m678p22345s", "8m", "3'45m"), honba=5),
        options={"score.ryanhan_shibari_from": 5},
        text={
            "en": "The yaku give 1 han; with 5 honba a hand needs 2.",
            "ru": "Яку дают 1 хан; с 5 хонбами нужно 2.",
            "uk": "Яку дають 1 хан; з 5 хонбами треба 2.",
            "ja": "役は1翻。5本場では2翻縛り。",
            "sv": "Yaku ger 1 han; med 5 honba krävs 2.",
        },
    ),
    "not complete": Refused(
        win("345m678p2278s", "1s", "1'23m"),
        text={
            "en": "The hand is not complete.",
            "ru": "Рука не собрана.",
            "uk": "Руку не складено.",
            "ja": "和了形ではありません。",
            "sv": "Handen är inte fullständig.",
        },
    ),
}
